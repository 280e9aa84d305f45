/** Who has written the files of the present work tree: each from its own history, against a commit if one is named. */
import type { FileSystem } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import type { ChangeRecord } from "../history/records.js";
import { findText } from "../mutation/text-of-content.js";
import { tagSince } from "./attribute-lines.js";
import {
  type Attribution,
  describeFile,
  type FileAttribution,
  sumUp,
  type UncountedFile,
} from "./attribution.js";
import type { Base, ReadBase } from "./committed-base.js";
import type { FileChanges } from "./file-changes.js";
import type { ContentsGround } from "./kept-contents.js";
import { type PresentFile, readPresent, versionOf } from "./present-file.js";
import { type TaggedText, type ToolOwner, tagText } from "./tagged-text.js";
import { isNoText, isTooLarge, MAX_COMPARED_BYTES, type Walked, walkChanges } from "./walk-changes.js";

export interface FilesGround extends ContentsGround {
  readonly fileSystem: FileSystem;
}

export interface FilesRequest {
  readonly paths: readonly RealPath[];
  readonly changes: FileChanges;
  /** Without it a file's base is what the tools found at first. */
  readonly readBase?: ReadBase;
}

export async function attributeFiles(
  { paths, changes, readBase }: FilesRequest,
  ground: FilesGround,
): Promise<Pick<Attribution, "files" | "uncounted" | "totals">> {
  const files: FileAttribution[] = [];
  const uncounted: UncountedFile[] = [];
  const owners = new Owners();
  for (const path of paths.toSorted()) {
    const present = await readPresent(path, MAX_COMPARED_BYTES, ground.fileSystem);
    if (present === undefined) continue;
    const file = new AttributedFile(present, { changes, owners, ground });
    const walked = await (readBase === undefined ? file.walk() : file.since(await readBase(path)));
    if (walked.kind !== "tagged") uncounted.push({ path, kind: walked.kind, reason: walked.reason });
    else if (readBase === undefined || !isAllBase(walked.text)) {
      const movedFrom = changes.originOf(path);
      files.push(describeFile(path, walked.text, movedFrom === undefined ? {} : { movedFrom }));
    }
  }
  return { files, uncounted, totals: sumUp(files) };
}

/** One object for each tool of each session, by which the walk knows them again. */
class Owners {
  readonly #known = new Map<string, ToolOwner>();

  of({ sessionId: session, tool }: ChangeRecord): ToolOwner {
    const key = `${tool}\0${session}`;
    const owner = this.#known.get(key) ?? { session, tool };
    this.#known.set(key, owner);
    return owner;
  }
}

interface FileSurroundings {
  readonly changes: FileChanges;
  readonly owners: Owners;
  readonly ground: FilesGround;
}

class AttributedFile {
  readonly #present: PresentFile;
  readonly #around: FileSurroundings;

  constructor(present: PresentFile, around: FileSurroundings) {
    this.#present = present;
    this.#around = around;
  }

  /** Whose its text is by the history alone; a file that the tools never touched is somebody else's. */
  async walk(): Promise<Walked> {
    const { path, bytes } = this.#present;
    const { changes, owners, ground } = this.#around;
    if (bytes === "too-large") return isTooLarge;
    if (bytes === "unreadable") return { kind: "unknown", reason: "it can't be read" };
    const own = changes.of(path);
    if (own.length > 0) {
      const present = versionOf(bytes, ground.content);
      const readText = (each: Uint8Array): Promise<string | undefined> => this.#readText(each);
      return walkChanges({ changes: own, present, readText, ownerOf: (record) => owners.of(record) }, ground);
    }
    const text = await this.#readText(bytes);
    return text === undefined ? isNoText : { kind: "tagged", text: tagText(text, "elsewhere") };
  }

  /** The same of what is not in the base. */
  async since(base: Base): Promise<Walked> {
    if (base.kind === "unknown") return base;
    if (base.kind === "same") return { kind: "tagged", text: [] };
    const walked = await this.walk();
    if (walked.kind !== "tagged") return walked;
    const former = base.kind === "none" ? "" : await this.#readText(base.bytes);
    if (former === undefined) return isNoText;
    return { kind: "tagged", text: tagSince(withEndingsOf(walked.text, former), walked.text) };
  }

  #readText(bytes: Uint8Array): Promise<string | undefined> {
    return findText(bytes, this.#present.path, this.#around.ground.fileSystem);
  }
}

/** Git may have taken the returns out of line endings on their way in: nobody has written those. */
function withEndingsOf(text: TaggedText, base: string): string {
  const hasReturns = text.every((line) => line.text.endsWith("\r\n") || !line.text.endsWith("\n"));
  return hasReturns && !base.includes("\r\n") ? base.replaceAll("\n", "\r\n") : base;
}

function isAllBase(text: TaggedText): boolean {
  return text.every(({ owner }) => owner === "base");
}
