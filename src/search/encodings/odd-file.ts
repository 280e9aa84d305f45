/** Files that ripgrep would misread: neither UTF-8 nor marked as something else. */
import { detectFor } from "../../content/decode-text.js";
import { FileSystemError } from "../../fs/file-system.js";
import type { RealPath } from "../../fs/paths.js";
import { findBom } from "../../text/bom.js";
import type { EncodingName } from "../../text/codec.js";
import { DETECTION_BYTES, findPlainEncoding } from "../../text/detect-encoding.js";
import { findBinaryKind } from "../../text/sniff.js";
import type { OwnTextDeps } from "../own-text.js";
import { ripgrepLabelOf } from "./labels.js";

export interface OddFile {
  /** Below the searched folder. */
  readonly path: string;
  readonly encoding: EncodingName;
}

/** The encoding that ripgrep has to be told for this file; undefined when it finds out itself, or it is no text. */
export async function findOddEncoding(path: RealPath, deps: OwnTextDeps): Promise<EncodingName | undefined> {
  const { fileSystem } = deps;
  try {
    const sample = await readSample(path, deps);
    if (findBom(sample) !== undefined || findBinaryKind(sample) !== undefined) return undefined;
    const { name } = findPlainEncoding(sample) ?? (await detectFor(sample, path, fileSystem));
    return name === "UTF-8" || ripgrepLabelOf(name) === undefined ? undefined : name;
  } catch (cause) {
    // Gone, moved, or no regular file: nothing that a search would have to know of.
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}

async function readSample(path: RealPath, { fileSystem, requireReadable }: OwnTextDeps): Promise<Uint8Array> {
  const { bytes, stat } = await fileSystem.readSmallFile(path, DETECTION_BYTES);
  await requireReadable(stat, path);
  if (bytes !== undefined) return bytes;
  const file = await fileSystem.open(path);
  try {
    await requireReadable(await file.stat(), path);
    const head = new Uint8Array(DETECTION_BYTES);
    return withoutPartAtEnd(head.subarray(0, await file.read(head, 0)));
  } finally {
    await file.close();
  }
}

/** A sample may end inside a character; what lies behind its last ASCII byte is left to the rest of the file. */
function withoutPartAtEnd(sample: Uint8Array): Uint8Array {
  let end = sample.length;
  while (end > sample.length - 4 && (sample[end - 1] ?? 0) >= 0x80) end -= 1;
  return sample.subarray(0, end & ~1);
}
