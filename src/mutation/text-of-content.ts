/** Contents of the past and the present as texts that can be compared. */
import { decodeText } from "../content/decode-text.js";
import type { FileSystem } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { createHunks, type Hunk } from "../text/diff/hunks.js";
import { splitLines } from "../text/diff/split-lines.js";
import { findBinaryKind } from "../text/sniff.js";

/** Undefined for what is not there, and for what is no text. */
export async function findText(
  bytes: Uint8Array | undefined,
  path: RealPath,
  fileSystem: FileSystem,
): Promise<string | undefined> {
  if (bytes === undefined || findBinaryKind(bytes) !== undefined) return undefined;
  return (await decodeText(bytes, path, fileSystem)).text;
}

export function diffTexts(before: string, after: string): Hunk[] {
  return createHunks(splitLines(before), splitLines(after));
}
