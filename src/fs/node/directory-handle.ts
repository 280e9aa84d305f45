/**
 * A folder held open, so that what is done in it is done in that very folder, whatever its name leads to by then. Where
 * the kernel offers names below a descriptor, every step goes through it; elsewhere the path is checked once more.
 */
import fs from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { FileSystemError } from "../file-system.js";
import { readDescriptorPath } from "./resolve-path.js";
import type { SystemCalls } from "./system-calls.js";
import { errnoOf } from "./translate.js";

/** Linux: names a folder that may not be listed. Node has no constant for it. */
const O_PATH = 0o10000000;

export class DirectoryHandle {
  readonly path: string;
  readonly #descriptor: number | undefined;
  readonly #canSync: boolean;
  #holders = 1;

  constructor(path: string, descriptor: number | undefined, canSync: boolean) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#canSync = canSync;
  }

  /** A path that leads to `name` in this folder and nowhere else. */
  at(name: string): string {
    return this.#descriptor === undefined
      ? join(this.path, name)
      : `/proc/self/fd/${this.#descriptor}/${name}`;
  }

  /** The same for another program, to which our own descriptors mean nothing. */
  forOthers(name: string): string {
    return this.#descriptor === undefined
      ? join(this.path, name)
      : `/proc/${process.pid}/fd/${this.#descriptor}/${name}`;
  }

  /** Exchanges two names in this folder. */
  exchange(left: string, right: string, calls: SystemCalls): void {
    if (this.#descriptor === undefined) calls.exchange(this.at(left), this.at(right));
    else calls.exchange(left, right, this.#descriptor);
  }

  /** The inode that a name in this folder stands for. Throws ENOENT. */
  inodeOf(name: string, calls: SystemCalls): bigint {
    return this.#descriptor === undefined
      ? fs.lstatSync(this.at(name), { bigint: true }).ino
      : calls.inodeOf(name, this.#descriptor);
  }

  /** Removes a file from this folder; does nothing if it is gone. */
  remove(name: string, calls: SystemCalls | undefined): void {
    unlinkIfThere(() => {
      if (calls === undefined || this.#descriptor === undefined) fs.unlinkSync(this.at(name));
      else calls.unlink(name, this.#descriptor);
    });
  }

  /** Writes the folder's entries to the disk. Does nothing on file systems that refuse to sync folders. */
  sync(): void {
    if (!this.#canSync) return;
    const descriptor = this.#descriptor;
    if (descriptor === undefined) syncFolder(this.path);
    else unlessRefused(() => fs.fsyncSync(descriptor));
  }

  /** For somebody else who closes it, too: the folder stays open until everybody has. */
  share(): this {
    this.#holders += 1;
    return this;
  }

  /** Never fails: nothing has been written through the descriptor of a folder. */
  close(): void {
    this.#holders -= 1;
    if (this.#descriptor !== undefined && this.#holders === 0) closeQuietly(this.#descriptor);
  }
}

/** Does nothing if the file is gone. A call that fails is tried once more, so that what was temporary does not stay. */
export function unlinkIfThere(unlink: () => void): void {
  try {
    unlink();
  } catch (cause) {
    if (errnoOf(cause) !== "ENOENT") unlinkAgain(unlink);
  }
}

function unlinkAgain(unlink: () => void): void {
  try {
    unlink();
  } catch (cause) {
    if (errnoOf(cause) !== "ENOENT") throw cause;
  }
}

/** Opens exactly the folder at this real path: MOVED if a link has appeared on the way. */
export function openDirectory(path: string, tellsPaths: boolean): DirectoryHandle {
  if (!tellsPaths) {
    if (fs.realpathSync.native(path) !== path) throw new FileSystemError("MOVED", path);
    return new DirectoryHandle(path, undefined, true);
  }
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  let canSync = true;
  let descriptor: number;
  try {
    descriptor = fs.openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (cause) {
    // Asked for a folder that may be no link, the kernel calls a link no folder.
    const isLink = errnoOf(cause) === "ENOTDIR" && fs.lstatSync(path).isSymbolicLink();
    if (isLink) throw new FileSystemError("MOVED", path, { cause });
    if (errnoOf(cause) !== "EACCES") throw cause;
    // A folder may be entered but not listed.
    canSync = false;
    descriptor = fs.openSync(path, O_PATH | O_DIRECTORY | O_NOFOLLOW);
  }
  const handle = new DirectoryHandle(path, descriptor, canSync);
  try {
    if (readDescriptorPath(descriptor) !== path) throw new FileSystemError("MOVED", path);
    return handle;
  } catch (cause) {
    handle.close();
    throw cause;
  }
}

export function findMissingFolder(file: string): string | undefined {
  let topmost: string | undefined;
  for (let folder = dirname(file); !isThere(folder); folder = dirname(folder)) topmost = folder;
  return topmost;
}

/** Creates the missing folders above `file` one by one, each below the one just opened. */
export function createParents(file: string, tellsPaths: boolean): void {
  const topmost = findMissingFolder(file);
  if (topmost === undefined) return openDirectory(dirname(file), tellsPaths).close();
  const existing = dirname(topmost);
  let handle = openDirectory(existing, tellsPaths);
  try {
    for (const name of relative(existing, dirname(file)).split(sep)) {
      createFolder(handle.at(name));
      handle.sync();
      const child = openDirectory(join(handle.path, name), tellsPaths);
      handle.close();
      handle = child;
    }
  } catch (cause) {
    if (handle.path !== existing) removeEmptyFolders(handle.path, topmost, tellsPaths);
    throw cause;
  } finally {
    handle.close();
  }
}

/** Another process may be making the same folder. */
function createFolder(path: string): void {
  try {
    fs.mkdirSync(path);
  } catch (cause) {
    if (errnoOf(cause) !== "EEXIST") throw cause;
  }
}

/** Removes `lowest` and the folders above it up to `topmost`, as long as they are empty; what is not there is fine. */
export function removeEmptyFolders(lowest: string, topmost: string, tellsPaths: boolean): void {
  for (let path = lowest; path.length >= topmost.length; path = dirname(path)) {
    try {
      removeFolder(path, tellsPaths);
    } catch (cause) {
      const code = errnoOf(cause) ?? "";
      if (stillNeeded.has(code)) return;
      if (code !== "ENOENT") throw cause;
    }
  }
}

const stillNeeded: ReadonlySet<string> = new Set([
  "ENOTEMPTY",
  "EEXIST",
  "EBUSY",
  "EACCES",
  "EPERM",
  "EROFS",
]);

function removeFolder(path: string, tellsPaths: boolean): void {
  const parent = openDirectory(dirname(path), tellsPaths);
  try {
    fs.rmdirSync(parent.at(basename(path)));
  } finally {
    parent.close();
  }
}

/** Asked with every call for settings that most folders do not have, so it must not cost an exception. */
function isThere(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** By path; Windows has no such thing, nor has every file system. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  unlessRefused(() => {
    const descriptor = fs.openSync(path, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      closeQuietly(descriptor);
    }
  });
}

/** How file systems, FUSE and network ones above all, say that folders can't be synced. */
const noFolderSync: ReadonlySet<string> = new Set([
  "EINVAL",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
  "ENOTTY",
  "EBADF",
  "EISDIR",
  "EACCES",
  "EPERM",
]);

function unlessRefused(sync: () => void): void {
  try {
    sync();
  } catch (cause) {
    if (!noFolderSync.has(errnoOf(cause) ?? "")) throw cause;
  }
}

/** For descriptors that were only read from: closing them can lose nothing. */
export function closeQuietly(descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {
    // The descriptor is gone either way.
  }
}
