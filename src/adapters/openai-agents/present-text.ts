/** A file's text as it is now, for a diff to be applied to in memory. Whether it may be changed is for the tools to say. */
import { decodeText } from "../../content/decode-text.js";
import { guardPath } from "../../fs/guard-path.js";
import type { SavedFile } from "../../session/saved-ledger.js";
import { splitLines } from "../../text/diff/split-lines.js";
import { lineRange } from "../../text/line-ranges.js";
import type { Workspace } from "../../workspace.js";

/** Up to here a file is patched in memory; nobody sends diffs of larger ones. */
const MAX_PATCHED_BYTES = 4 * 1024 * 1024;

export interface PresentText {
  readonly text: string;
  /** The proof of having seen all of exactly this. */
  readonly seen: SavedFile;
}

/** Undefined when it is no file, or one too large. */
export async function readPresentText(
  filePath: string,
  { fileSystem, content, surroundings }: Workspace,
): Promise<PresentText | undefined> {
  const { realPath, stat } = await fileSystem.resolve(guardPath(filePath, surroundings));
  if (stat?.kind !== "file") return undefined;
  const { bytes } = await fileSystem.readSmallFile(realPath, MAX_PATCHED_BYTES, stat);
  if (bytes === undefined) return undefined;
  const { shown: text } = await decodeText(bytes, realPath, fileSystem);
  const { id, size } = content.versionOf(bytes);
  const totalLines = splitLines(text).length;
  const shown = lineRange(1, totalLines);
  return {
    text,
    seen: { path: realPath, version: { id, size }, totalLines, shown, cut: [], origin: "read", views: [] },
  };
}
