/** Opening files on the local disk without waiting, without following, and only if they are regular. */
import fs from "node:fs";
import { basename, dirname } from "node:path";
import { type FileStat, FileSystemError } from "../file-system.js";
import { isUnjudgedLink } from "../fingerprint.js";
import { type RealPath, type RealPathOrBytes, textOfPath } from "../paths.js";
import { isTemporaryName } from "../temporary-names.js";
import { openPatiently } from "./open-patiently.js";
import { readDescriptorPath, readDescriptorPathBytes } from "./resolve-path.js";
import { errnoOf, toFileStat } from "./translate.js";

export interface OpenRequest {
  /** Whether the kernel tells the path of what is open. */
  readonly tellsPaths: boolean;
  /** The file that was resolved to this path, if path and stat are known to belong together. */
  readonly expected: FileStat | undefined;
}

/**
 * Opens without waiting and makes sure that what was opened is a regular file at exactly this path. Callers look at
 * the kind that `resolve` answered first, because even a non-blocking open wakes a writer that waits on a FIFO.
 */
export function openRegular(
  realPath: RealPathOrBytes,
  request: OpenRequest,
): { descriptor: number; stat: FileStat } {
  const path = typeof realPath === "string" ? realPath : Buffer.from(realPath);
  const descriptor = openWithoutWaiting(path);
  try {
    const stat = toFileStat(fs.fstatSync(descriptor, { bigint: true }));
    refuseIrregular(stat, textOfPath(path));
    refuseMoved(descriptor, stat, path, request);
    if (request.expected !== undefined && isUnjudgedLink(stat, request.expected))
      throw new FileSystemError("MOVED", textOfPath(path));
    return { descriptor, stat };
  } catch (cause) {
    fs.closeSync(descriptor);
    throw cause;
  }
}

function openWithoutWaiting(realPath: RealPath | Buffer): number {
  const { O_RDONLY, O_NOFOLLOW } = fs.constants;
  try {
    return openPatiently(realPath, O_RDONLY | O_NOFOLLOW);
  } catch (cause) {
    // O_NOFOLLOW answers ELOOP when the last segment has become a link since it was resolved.
    if (errnoOf(cause) === "ELOOP") throw new FileSystemError("MOVED", textOfPath(realPath), { cause });
    // A socket, or a device without a driver.
    if (errnoOf(cause) === "ENXIO")
      refuseIrregular(toFileStat(fs.statSync(realPath, { bigint: true })), textOfPath(realPath));
    throw cause;
  }
}

function refuseIrregular(stat: FileStat, realPath: string): void {
  if (stat.kind === "directory") throw new FileSystemError("EISDIR", realPath);
  if (stat.kind !== "file") throw new FileSystemError("NOT_REGULAR", realPath, { kind: stat.kind });
}

/**
 * A directory on the way may have been swapped for a link between resolving and opening. The very file that was
 * resolved to this path is fine wherever it is now. Another one, saved in its place by an editor say, must lie at
 * this path: the kernel tells, and where it does not, path and inode are compared once more, which leaves a swap there
 * and back between two system calls undetected.
 */
function refuseMoved(
  descriptor: number,
  stat: FileStat,
  realPath: RealPath | Buffer,
  { tellsPaths, expected }: OpenRequest,
): void {
  if (tellsPaths) {
    if (expected !== undefined && isSameFile(stat, expected)) return;
    if (!isDescriptorAt(descriptor, realPath)) throw new FileSystemError("MOVED", textOfPath(realPath));
    return;
  }
  const now = toFileStat(fs.statSync(realPath, { bigint: true }));
  if (!isSameFile(now, stat) || now.links !== stat.links || !isRealPath(realPath))
    throw new FileSystemError("MOVED", textOfPath(realPath));
}

const DELETED = " (deleted)";

/** A file replaced since it was opened counts: the kernel still tells where it was, or its temporary name beside that. */
function isDescriptorAt(descriptor: number, realPath: RealPath | Buffer): boolean {
  if (typeof realPath === "string") {
    const now = readDescriptorPath(descriptor);
    if (now === realPath) return true;
    const isThere = now === `${realPath}${DELETED}` || isBeside(now, realPath);
    return isThere && (!now.endsWith(DELETED) || isNameless(descriptor));
  }
  const now = readDescriptorPathBytes(descriptor);
  if (now.equals(realPath)) return true;
  return now.equals(Buffer.concat([realPath, Buffer.from(DELETED)])) && isNameless(descriptor);
}

/** A file that has lost this name and has another one was a hard link: nobody has judged it under that name. */
function isNameless(descriptor: number): boolean {
  return fs.fstatSync(descriptor).nlink === 0;
}

function isBeside(now: string, realPath: RealPath): boolean {
  const path = now.endsWith(DELETED) ? now.slice(0, -DELETED.length) : now;
  return isTemporaryName(basename(path)) && dirname(path) === dirname(realPath);
}

function isRealPath(realPath: RealPath | Buffer): boolean {
  return typeof realPath === "string"
    ? fs.realpathSync.native(realPath) === realPath
    : fs.realpathSync.native(realPath, { encoding: "buffer" }).equals(realPath);
}

function isSameFile(left: FileStat, right: FileStat): boolean {
  return left.inode === right.inode && left.device === right.device;
}
