/** What changes of the past did to their files, as diffs, from the contents that the history has kept. */
import type { FileSystem } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import type { History } from "../history/history.js";
import type { ChangeRecord, Image } from "../history/records.js";
import type { Hunk } from "../text/diff/hunks.js";
import { diffTexts, findText } from "./text-of-content.js";

export interface ChangeDiff {
  readonly kind: "create" | "update" | "delete";
  /** Undefined where it can't be told; `reason` then says why. */
  readonly structuredPatch: readonly Hunk[] | undefined;
  /** A clause: "its content is no text". */
  readonly reason?: string;
}

export interface DiffGround {
  readonly fileSystem: FileSystem;
  readonly history: History;
}

/** Comparing more than this is nothing to wait for in a list. */
const MAX_BYTES = 8 * 1024 * 1024;

/** One for each, in their order; the history is read once for all of them. */
export async function diffChanges(
  changes: readonly ChangeRecord[],
  { fileSystem, history }: DiffGround,
): Promise<readonly ChangeDiff[]> {
  const reader = await history.openReader();
  const read = (image: Image): Promise<Uint8Array | undefined> => reader.readImage(image);
  const diffs: ChangeDiff[] = [];
  for (const { path, before, after } of changes) {
    const kind = before === null ? "create" : after === null ? "delete" : "update";
    const found = await compare(before, after, { path: path as RealPath, fileSystem, read });
    diffs.push(
      typeof found === "string"
        ? { kind, structuredPatch: undefined, reason: found }
        : { kind, structuredPatch: found },
    );
  }
  return diffs;
}

interface Comparing {
  readonly path: RealPath;
  readonly fileSystem: FileSystem;
  readonly read: (image: Image) => Promise<Uint8Array | undefined>;
}

/** The hunks, or why there are none. */
async function compare(
  before: Image | null,
  after: Image | null,
  { path, fileSystem, read }: Comparing,
): Promise<readonly Hunk[] | string> {
  const texts: string[] = [];
  for (const image of [before, after]) {
    if (image !== null && image.size > MAX_BYTES) return "it is too large to be compared";
    const bytes = image === null ? new Uint8Array(0) : await read(image);
    if (bytes === undefined) return "its contents are not kept whole";
    const text = await findText(bytes, path, fileSystem);
    if (text === undefined) return "its content is no text";
    texts.push(text);
  }
  const [old = "", now = ""] = texts;
  return diffTexts(old, now);
}
