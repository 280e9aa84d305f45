/** A whole file in memory of its own, for those who can't work on pieces: pictures, PDFs, notebooks. */
import { type FileStat, type FileSystem, FileSystemError } from "../fs/file-system.js";
import { isSameFingerprint } from "../fs/fingerprint.js";
import type { RealPath } from "../fs/paths.js";

/** Read without blocking anyone; between two pieces a cancelled call ends. */
const PIECE_BYTES = 4 * 1024 * 1024;
const MAX_ATTEMPTS = 3;

export interface WholeRequest {
  readonly maxBytes: number;
  /** As for `FileSystem.open`. */
  readonly expected: FileStat | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Undefined when the file is larger than may be held. What is answered is one state of the file, never a mixture. */
export async function readWhole(
  fileSystem: FileSystem,
  path: RealPath,
  { maxBytes, expected, signal }: WholeRequest,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await fileSystem.open(path, expected);
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await file.stat();
      if (before.size > maxBytes) return undefined;
      const bytes = new Uint8Array(before.size);
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count) {
        signal?.throwIfAborted();
        count = await file.read(bytes.subarray(length, length + PIECE_BYTES), length);
      }
      if (length === bytes.length && isSameFingerprint(before, await file.stat())) return bytes;
    }
    throw new FileSystemError("EBUSY", path);
  } finally {
    await file.close();
  }
}
