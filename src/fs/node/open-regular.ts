/** Opening files on the local disk without waiting, without following, and only if they are regular. */
import fs from "node:fs";
import { type FileStat, FileSystemError } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { errnoOf, toFileStat } from "./translate.js";

/**
 * Opens without waiting and makes sure that what was opened is a regular file at exactly this path. Callers look at
 * the kind that `resolve` answered first, because even a non-blocking open wakes a writer that waits on a FIFO.
 */
export function openRegular(realPath: RealPath): { descriptor: number; stat: FileStat } {
  const descriptor = openWithoutWaiting(realPath);
  try {
    const stat = toFileStat(fs.fstatSync(descriptor, { bigint: true }));
    refuseIrregular(stat, realPath);
    refuseMoved(descriptor, stat, realPath);
    return { descriptor, stat };
  } catch (cause) {
    fs.closeSync(descriptor);
    throw cause;
  }
}

function openWithoutWaiting(realPath: RealPath): number {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(realPath, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch (cause) {
    // O_NOFOLLOW answers ELOOP when the last segment has become a link since it was resolved.
    if (errnoOf(cause) === "ELOOP") throw new FileSystemError("MOVED", realPath, { cause });
    // A socket, or a device without a driver.
    if (errnoOf(cause) === "ENXIO")
      refuseIrregular(toFileStat(fs.statSync(realPath, { bigint: true })), realPath);
    throw cause;
  }
}

function refuseIrregular(stat: FileStat, realPath: RealPath): void {
  if (stat.kind === "directory") throw new FileSystemError("EISDIR", realPath);
  if (stat.kind !== "file") throw new FileSystemError("NOT_REGULAR", realPath, { kind: stat.kind });
}

/**
 * A directory on the way may have been swapped for a link between resolving and opening. Linux tells the real path
 * of what is open, which settles it; elsewhere path and inode are compared once more, which leaves a swap there and
 * back between two system calls undetected.
 */
function refuseMoved(descriptor: number, stat: FileStat, realPath: RealPath): void {
  if (process.platform === "linux") {
    const opened = findOpenedPath(descriptor);
    if (opened === realPath) return;
    if (opened !== undefined) throw new FileSystemError("MOVED", realPath);
  }
  const now = fs.statSync(realPath, { bigint: true });
  const isSame = now.ino === stat.inode && now.dev === stat.device;
  if (!isSame || fs.realpathSync.native(realPath) !== realPath) throw new FileSystemError("MOVED", realPath);
}

function findOpenedPath(descriptor: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return undefined;
  }
}
