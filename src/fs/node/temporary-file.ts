/** New content in a file of its own, with the properties of the one it will replace, proved to be on the disk. */
import fs from "node:fs";
import { FileSystemError } from "../file-system.js";
import { type DirectoryHandle, unlinkIfThere } from "./directory-handle.js";
import { errnoOf } from "./translate.js";

const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY } = fs.constants;
/** Until it has the mode of the file it replaces, no one else may look. */
const PRIVATE_MODE = 0o600;
const NEW_FILE_MODE = 0o666;
const PERMISSION_BITS = 0o7777;
const SET_ID_BITS = 0o6000;

/** What the file to be replaced is like, as far as a new one can be made like it. */
export interface KeptProperties {
  readonly uid: bigint;
  readonly gid: bigint;
  readonly mode: bigint;
}

export interface TemporaryRequest {
  readonly name: string;
  readonly old: KeptProperties | undefined;
  /** Mode of a file that replaces none. */
  readonly mode: number | undefined;
}

/** The mode of a file with new content. */
export function modeAfter(mode: number | bigint, keepsSetIdBits: boolean): number {
  return Number(mode) & (keepsSetIdBits ? PERMISSION_BITS : PERMISSION_BITS & ~SET_ID_BITS);
}

/** What a change takes from the mode, in words for the result. */
export function describeDropped(mode: bigint, keepsSetIdBits: boolean): readonly string[] {
  const isDropped = modeAfter(mode, keepsSetIdBits) !== modeAfter(mode, true);
  return isDropped ? ["set-user-ID and set-group-ID bits, which every change drops"] : [];
}

/** Creates the file; the caller closes the descriptor, and removes the file unless it is published. */
export function createTemporary(folder: DirectoryHandle, { name, old, mode }: TemporaryRequest): number {
  // With a mode of its own it starts out private: whoever opens it before it has that mode would read what comes later.
  const initialMode = old === undefined && mode === undefined ? NEW_FILE_MODE : PRIVATE_MODE;
  const descriptor = fs.openSync(folder.at(name), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, initialMode);
  if (old === undefined && mode !== undefined) fs.fchmodSync(descriptor, mode & PERMISSION_BITS);
  return descriptor;
}

/** A write may take less than it was given, on a disk that is nearly full for example: go on until all is taken. */
export function writeAll(descriptor: number, bytes: Uint8Array, position: number = 0): void {
  for (let done = 0; done < bytes.length; ) {
    const count = fs.writeSync(descriptor, bytes, done, bytes.length - done, position + done);
    if (count === 0) throw Object.assign(new Error("the disk takes no more"), { code: "ENOSPC" });
    done += count;
  }
}

/**
 * Gives the new file owner and mode of the old one and returns its stat from before. Undefined when the system does not
 * let us give the file away: then only writing in place keeps the owner. The mode comes last, because a change of owner
 * clears set-id bits; of it only the `allowed` bits are kept, which also bounds what an access list gives.
 */
export function keepProperties(
  descriptor: number,
  old: KeptProperties,
  mode: number,
): fs.BigIntStats | undefined {
  const now = fs.fstatSync(descriptor, { bigint: true });
  if (now.uid !== old.uid || now.gid !== old.gid) {
    try {
      fs.fchownSync(descriptor, Number(old.uid), Number(old.gid));
    } catch (cause) {
      if (errnoOf(cause) === "EPERM" || errnoOf(cause) === "EINVAL") return undefined;
      throw cause;
    }
  }
  fs.fchmodSync(descriptor, mode);
  return now;
}

/**
 * Compares what the disk has taken with what it was given: some answer success and keep something else. By its path,
 * the file is opened anew, as the next reader will; by a descriptor, it is as the system holds it now.
 */
export function verifyContent(
  place: string | number,
  content: Uint8Array,
  { shownPath, scratch }: { readonly shownPath: string; readonly scratch: Buffer },
): void {
  const descriptor = typeof place === "number" ? place : fs.openSync(place, O_RDONLY | O_NOFOLLOW);
  try {
    if (!holdsExactly(descriptor, content, scratch)) throw new FileSystemError("NOT_WRITTEN", shownPath);
  } finally {
    if (descriptor !== place) fs.closeSync(descriptor);
  }
}

/** Whether an open file's whole content is these bytes: no fewer, no more. */
export function holdsExactly(descriptor: number, content: Uint8Array, found: Buffer): boolean {
  for (let done = 0; ; ) {
    // One more than there should be, so that a longer file is seen without asking for its size.
    const wanted = Math.min(found.length, content.length + 1 - done);
    const count = fs.readSync(descriptor, found, 0, wanted, done);
    if (count > content.length - done) return false;
    if (found.compare(content, done, done + count, 0, count) !== 0) return false;
    done += count;
    // A regular file answers short only at its end.
    if (count < wanted) return done === content.length;
  }
}

/** For clean-up after a failure, which is the one to report. False when the file is still there. */
export function removeIfPossible(path: string): boolean {
  try {
    removeQuietly(path);
    return true;
  } catch {
    return false;
  }
}

export function removeQuietly(path: string): void {
  unlinkIfThere(() => fs.unlinkSync(path));
}
