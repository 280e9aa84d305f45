/** The local disk. The only implementation that touches `node:fs`. */
import fs from "node:fs";
import { basename, dirname, join, resolve as resolvePath } from "node:path";
import {
  type DirectoryEntry,
  type DirectoryListing,
  type FileKind,
  type FileStat,
  type FileSystem,
  FileSystemError,
  type MaybePromise,
  type OpenFile,
  type ResolvedPath,
  type SmallFile,
} from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";

const MAX_LINKS = 40;
/** Files whose size says 0 may still have content (procfs); one read of this size finds out. */
const UNSIZED_READ = 65_536;

export interface NodeFileSystemOptions {
  /**
   * Files up to this size are read synchronously. 0 makes every read asynchronous: right for network disks, where
   * a slow server would otherwise stop the event loop.
   */
  readonly syncUpToBytes?: number;
}

export function createNodeFileSystem(options: NodeFileSystemOptions = {}): FileSystem {
  return new NodeFileSystem(options.syncUpToBytes ?? 1024 * 1024);
}

class NodeFileSystem implements FileSystem {
  readonly #syncUpToBytes: number;

  constructor(syncUpToBytes: number) {
    this.#syncUpToBytes = syncUpToBytes;
  }

  resolve(path: AbsolutePath): ResolvedPath {
    return translated(path, () => {
      const realPath = findRealPath(path) ?? resolveMissing(path, 0);
      const stat = unlessMissing(() => fs.statSync(realPath, { bigint: true }));
      return { realPath: realPath as RealPath, stat: stat === undefined ? undefined : toFileStat(stat) };
    });
  }

  readSmallFile(realPath: RealPath, maxBytes: number): MaybePromise<SmallFile> {
    return translated(realPath, () => {
      const { descriptor, stat } = openRegular(realPath);
      if (stat.size > maxBytes) {
        fs.closeSync(descriptor);
        return { stat, bytes: undefined };
      }
      if (stat.size > this.#syncUpToBytes) return readAllAsync(descriptor, stat, maxBytes, realPath);
      try {
        return { stat, bytes: readAllSync(descriptor, stat, maxBytes) };
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  open(realPath: RealPath): OpenFile {
    return translated(realPath, () => new NodeOpenFile(openRegular(realPath).descriptor, realPath));
  }

  list(realPath: RealPath, limit: number): DirectoryListing {
    return translated(realPath, () => {
      const directory = fs.opendirSync(realPath);
      try {
        const entries: DirectoryEntry[] = [];
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          if (entries.length === limit) return { entries, complete: false };
          entries.push({ name: entry.name, isDirectory: entry.isDirectory() });
        }
        return { entries, complete: true };
      } finally {
        directory.closeSync();
      }
    });
  }

  makeDirectory(path: AbsolutePath, mode: number): void {
    translated(path, () => fs.mkdirSync(path, { recursive: true, mode }));
  }

  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): void {
    translated(path, () => fs.writeFileSync(path, bytes, { flag: "wx", mode }));
  }
}

class NodeOpenFile implements OpenFile {
  readonly #descriptor: number;
  readonly #path: string;

  constructor(descriptor: number, path: string) {
    this.#descriptor = descriptor;
    this.#path = path;
  }

  read(target: Uint8Array, position: number): Promise<number> {
    return readFully(this.#descriptor, target, position, this.#path);
  }

  stat(): FileStat {
    return translated(this.#path, () => toFileStat(fs.fstatSync(this.#descriptor, { bigint: true })));
  }

  close(): void {
    translated(this.#path, () => fs.closeSync(this.#descriptor));
  }
}

/**
 * Opens without waiting and makes sure that what was opened is a regular file at exactly this path. Callers look at
 * the kind that `resolve` answered first, because even a non-blocking open wakes a writer that waits on a FIFO.
 */
function openRegular(realPath: RealPath): { descriptor: number; stat: FileStat } {
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

function readAllSync(descriptor: number, stat: FileStat, maxBytes: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafeSlow(stat.size === 0 ? UNSIZED_READ : stat.size + 1);
  let length = 0;
  for (;;) {
    const count = fs.readSync(descriptor, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0) return buffer.subarray(0, length);
    if (length > maxBytes) return undefined;
    // Grown since the stat, or unsized: go on until the end is really reached.
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
    else if (length === stat.size) return buffer.subarray(0, length);
  }
}

async function readAllAsync(
  descriptor: number,
  stat: FileStat,
  maxBytes: number,
  path: string,
): Promise<SmallFile> {
  try {
    const buffer = Buffer.allocUnsafeSlow(stat.size + 1);
    const length = await readFully(descriptor, buffer, 0, path);
    const bytes = length > maxBytes ? undefined : buffer.subarray(0, length);
    return { stat, bytes };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Regular files answer short reads only at their end, but the contract promises it, so it is enforced. */
function readFully(descriptor: number, target: Uint8Array, position: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const step = (done: number): void => {
      fs.read(descriptor, target, done, target.length - done, position + done, (cause, count) => {
        if (cause !== null) reject(toFileSystemError(cause, path));
        else if (count === 0 || done + count === target.length) resolve(done + count);
        else step(done + count);
      });
    };
    step(0);
  });
}

function findRealPath(path: string): string | undefined {
  return unlessMissing(() => fs.realpathSync.native(path));
}

/** Below a file there is nothing, just as below a folder that does not exist. */
function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw cause;
  }
}

/** Where a missing file would be: its nearest existing ancestor resolved, dangling links followed to their target. */
function resolveMissing(path: string, links: number): string {
  if (links > MAX_LINKS) throw new FileSystemError("ELOOP", path);
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = findRealPath(parent) ?? resolveMissing(parent, links);
  const here = join(realParent, basename(path));
  const entry = unlessMissing(() => fs.lstatSync(here));
  if (entry?.isSymbolicLink() !== true) return here;
  const target = resolvePath(realParent, fs.readlinkSync(here));
  return findRealPath(target) ?? resolveMissing(target, links + 1);
}

function toFileStat(stat: fs.BigIntStats): FileStat {
  return {
    kind: toKind(stat),
    size: Number(stat.size),
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    device: stat.dev,
    inode: stat.ino,
    modifiedNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
  };
}

function toKind(stat: fs.BigIntStats): FileKind {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "directory";
  if (stat.isFIFO()) return "fifo";
  return stat.isSocket() ? "socket" : "device";
}

function translated<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw toFileSystemError(cause, path);
  }
}

function toFileSystemError(cause: unknown, path: string): unknown {
  const code = errnoOf(cause);
  return cause instanceof FileSystemError || code === undefined
    ? cause
    : new FileSystemError(code, path, { cause });
}

function errnoOf(cause: unknown): string | undefined {
  const isErrno = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return isErrno ? (cause.code as string) : undefined;
}
