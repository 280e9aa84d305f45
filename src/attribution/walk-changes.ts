/**
 * Whose text a file holds, found by walking through its changes from the oldest to the present: between what one change
 * left and the next one found, someone else has been at work. A file that returns to what it once held returns to its
 * owners of that time: nobody has written anything by taking something back.
 */
import type { ContentVersion } from "../content/content-version.js";
import type { ChangeRecord, Image } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import { bringBack, retag } from "./attribute-lines.js";
import { type ContentsGround, KeptContents } from "./kept-contents.js";
import { type Owner, type TaggedText, type ToolOwner, tagText } from "./tagged-text.js";

/** Owners, or a clause that says why they can't be told. */
export type Walked =
  | { readonly kind: "tagged"; readonly text: TaggedText }
  | { readonly kind: "unknown" | "binary"; readonly reason: string };

export interface WalkRequest {
  /** One file's, oldest first; those that never reached the disk left out. */
  readonly changes: readonly TimelineChange[];
  readonly present: ContentVersion & { readonly bytes: Uint8Array };
  /** Undefined for what is no text. */
  readonly readText: (bytes: Uint8Array) => Promise<string | undefined>;
  readonly ownerOf: (record: ChangeRecord) => ToolOwner;
}

export const MAX_COMPARED_BYTES: number = 8 * 1024 * 1024;

export const isNoText = { kind: "binary", reason: "it is no text" } as const;
export const isTooLarge = { kind: "unknown", reason: "it is too large to be compared" } as const;
const isNotKept = { kind: "unknown", reason: "the history no longer has all of its contents" } as const;

export async function walkChanges(request: WalkRequest, ground: ContentsGround): Promise<Walked> {
  const { changes, present, readText, ownerOf } = request;
  const kept = new KeptContents(changes, present, ground);
  const walk = new Walk();
  for (const [index, { record }] of changes.entries()) {
    if (isLarge(record.before) || isLarge(record.after)) return isTooLarge;
    for (const side of ["before", "after"] as const) {
      const bytes = await kept[side](index);
      if (bytes === undefined) return isNotKept;
      const text = bytes === null ? "" : await readText(bytes);
      if (text === undefined) return isNoText;
      const id = record[side]?.id;
      if (side === "before") walk.find(id, text);
      else walk.change(record, id, text, ownerOf(record));
    }
  }
  const text = await readText(present.bytes);
  if (text === undefined) return isNoText;
  walk.find(present.id, text);
  return { kind: "tagged", text: walk.text };
}

/** The owners as they were at each point of the way. Versions are known by their ids; no file has none. */
class Walk {
  readonly #versions = new Map<string | undefined, TaggedText>();
  /** What the file held before each change. */
  readonly #befores = new Map<string, TaggedText>();
  #now: { readonly id: string | undefined; readonly text: TaggedText } | undefined;

  get text(): TaggedText {
    return this.#now?.text ?? [];
  }

  /** The file turns out to hold this: as we left it, or as others have made it. */
  find(id: string | undefined, text: string): void {
    if (this.#now === undefined) this.#goTo(id, tagText(text, "base"));
    else if (this.#now.id !== id) this.#become(id, text, "elsewhere");
  }

  change({ id: change, undoes }: ChangeRecord, id: string | undefined, text: string, owner: Owner): void {
    const before = this.text;
    const [first = ""] = undoes ?? [];
    const earlier = this.#befores.get(first);
    this.#befores.set(change, before);
    // A merge: what was done since stays, and the rest is as it was before what is taken back.
    const isMerge = undoes !== undefined && !this.#versions.has(id);
    if (isMerge) this.#goTo(id, bringBack(before, text, earlier ?? []));
    else this.#become(id, text, owner);
  }

  #become(id: string | undefined, text: string, owner: Owner): void {
    this.#goTo(id, this.#versions.get(id) ?? retag(this.text, text, owner));
  }

  #goTo(id: string | undefined, text: TaggedText): void {
    this.#now = { id, text };
    this.#versions.set(id, text);
  }
}

function isLarge(image: Image | null): boolean {
  return image !== null && image.size > MAX_COMPARED_BYTES;
}
