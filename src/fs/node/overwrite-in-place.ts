/**
 * Writing into the very file that is there: for files with several names, and where the folder or the mount takes no
 * rename. Readers may see a mixture for a moment, so the former content must be safe before this begins; whoever
 * recovers after a crash puts it back.
 */
import fs from "node:fs";
import { FileSystemError } from "../file-system.js";
import { isMixture } from "../mixture.js";
import { readHeld } from "./read-whole.js";
import { holdsExactly, writeAll } from "./temporary-file.js";

const { O_RDWR, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

export interface InPlaceRequest {
  /** A path through the folder's handle. */
  readonly path: string;
  /** The path for error messages. */
  readonly shownPath: string;
  readonly inode: bigint;
  readonly expected: Uint8Array;
  readonly content: Uint8Array;
  readonly isDurable: boolean;
  readonly scratch: Buffer;
}

/** Undefined when the file no longer holds what is expected: nothing was touched. */
export function overwriteInPlace(request: InPlaceRequest): fs.BigIntStats | undefined {
  const { path, shownPath, expected, content, isDurable, scratch } = request;
  const descriptor = fs.openSync(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  try {
    if (fs.fstatSync(descriptor, { bigint: true }).ino !== request.inode) {
      throw new FileSystemError("EBUSY", shownPath);
    }
    // At the last moment, by content: the stamps of two writes within one tick of the clock are the same.
    if (!holdsExactly(descriptor, expected, scratch)) return undefined;
    try {
      // What is beyond the old end comes first: a disk without room says so while the old content is still whole.
      if (content.length > expected.length) {
        writeAll(descriptor, content.subarray(expected.length), expected.length);
      }
      writeAll(descriptor, content.subarray(0, expected.length));
      fs.ftruncateSync(descriptor, content.length);
      if (isDurable) fs.fsyncSync(descriptor);
      // Another program's work is not ours to take back; only a disk that loses writes leaves a mixture.
      const isLost =
        !holdsExactly(descriptor, content, scratch) && isMixture(readHeld(descriptor), expected, content);
      if (isLost) throw new FileSystemError("NOT_WRITTEN", shownPath);
    } catch (cause) {
      fs.ftruncateSync(descriptor, Math.min(expected.length, fs.fstatSync(descriptor).size));
      writeAll(descriptor, expected);
      if (isDurable) fs.fsyncSync(descriptor);
      throw cause;
    }
    return fs.fstatSync(descriptor, { bigint: true });
  } finally {
    fs.closeSync(descriptor);
  }
}
