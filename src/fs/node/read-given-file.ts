/**
 * A file that a person has named on a command line, read whole: whatever kind it is, because shells hand over pipes
 * under names of files. For the person's own words only, never for a path that comes from a model.
 */
import fs from "node:fs";
import { FileSystemError } from "../file-system.js";
import { toFileSystemError } from "./translate.js";

/** More than any tool takes. */
const MAX_BYTES = 256 * 1024 * 1024;

export async function readGivenFile(path: string, maxBytes: number = MAX_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of fs.createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new FileSystemError("EFBIG", path);
      chunks.push(chunk);
    }
  } catch (cause) {
    throw toFileSystemError(cause, path);
  }
  return Buffer.concat(chunks);
}
