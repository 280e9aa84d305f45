/**
 * System calls that Node does not offer, made through koffi's prebuilt binary. Linux only, and only where the optional
 * package is installed; every caller has a fallback. Loaded with the first change, because loading takes two milliseconds.
 */
import { createRequire } from "node:module";
import { constants } from "node:os";
import type { LockKind } from "../file-system.js";

export interface SystemCalls {
  /**
   * Swaps two names in one atomic step. They are paths, or names in an open folder, which takes half the time. Throws
   * EINVAL or ENOSYS where the file system can't.
   */
  exchange(left: string, right: string, folder?: number): void;
  /** The inode that a name in an open folder stands for, links not followed. */
  inodeOf(name: string, folder: number): bigint;
  /** Removes a file by its path, or by its name in an open folder. */
  unlink(name: string, folder?: number): void;
  /**
   * Locks an open file until its descriptor is closed or the process ends, however it ends. False if another descriptor
   * holds a lock that excludes this one. Throws where the file system has no locks.
   */
  tryLock(descriptor: number, kind: LockKind): boolean;
  /**
   * Whether any process has the file open for writing. `undefined` if the system does not say, for example for another
   * user's file. The descriptor must be open for reading only. A process that opens the file at this very moment waits
   * for a few microseconds.
   */
  hasWriter(descriptor: number): boolean | undefined;
  /**
   * Makes every other process that opens the file wait until `endExclusive`, or until the descriptor is closed. False if the
   * file is open elsewhere, in this process too, or the system does not allow it. To be held for a moment only.
   */
  tryExclusive(descriptor: number): boolean | undefined;
  endExclusive(descriptor: number): void;
  /** Allocates space for a range of an open file without changing its size. Throws ENOSPC, EOPNOTSUPP. */
  reserve(descriptor: number, offset: number, length: number): void;
  /**
   * Begins to write an open file's content to the disk, without waiting for it. ext4 and btrfs do so when a file is
   * renamed over another, so that a power cut does not leave an empty one, but not when names are exchanged.
   */
  startWriteback(descriptor: number): void;
  /** Names of a file's extended attributes, access lists included. Throws EOPNOTSUPP where there are none. */
  listAttributes(descriptor: number): readonly Buffer[];
  /** `undefined` if the file has no such attribute. */
  readAttribute(descriptor: number, name: Buffer): Buffer | undefined;
  writeAttribute(descriptor: number, name: Buffer, value: Buffer): void;
  removeAttribute(descriptor: number, name: Buffer): void;
}

type Call = (...values: readonly unknown[]) => number;

interface Koffi {
  load(path: null): { func(prototype: string): Call };
  errno(): number;
}

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const STATX_INO = 0x100;
const STATX_BYTES = 256;
/** Where `struct statx` has the inode. */
const STATX_INO_OFFSET = 32;
const RENAME_EXCHANGE = 2;
const LOCK_SH_NB = 1 | 4;
const LOCK_EX_NB = 2 | 4;
const F_SETSIG = 10;
const F_SETLEASE = 1024;
const F_RDLCK = 0;
const F_WRLCK = 1;
const F_UNLCK = 2;
const FALLOC_FL_KEEP_SIZE = 1;
const SYNC_FILE_RANGE_WRITE = 2;
/** A signal that does nothing to a process that has no handler for it. */
const HARMLESS_SIGNAL: number = constants.signals.SIGURG;

/** `undefined` on other systems, without the package, or with a C library that lacks one of the calls. */
export function loadSystemCalls(): SystemCalls | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const load = createRequire(import.meta.url);
    return bind(load(`@koromix/koffi-linux-${process.arch}`) as Koffi);
  } catch {
    return undefined;
  }
}

function bind(koffi: Koffi): SystemCalls {
  const library = koffi.load(null);
  const renameat2 = library.func("int renameat2(int, str, int, str, uint)");
  const statx = library.func("int statx(int, str, int, uint, _Out_ void *)");
  const statxBuffer = Buffer.alloc(STATX_BYTES);
  const unlinkat = library.func("int unlinkat(int, str, int)");
  const flock = library.func("int flock(int, int)");
  const fcntl = library.func("int fcntl(int, int, ...)");
  const fallocate = library.func("int fallocate(int, int, int64_t, int64_t)");
  const syncFileRange = library.func("int sync_file_range(int, int64_t, int64_t, uint)");
  const flistxattr = library.func("int64_t flistxattr(int, _Out_ void *, size_t)");
  const fgetxattr = library.func("int64_t fgetxattr(int, void *, _Out_ void *, size_t)");
  const fsetxattr = library.func("int fsetxattr(int, void *, void *, size_t, int)");
  const fremovexattr = library.func("int fremovexattr(int, void *)");
  const findErrno = (): string => errnoNames.get(koffi.errno()) ?? `errno ${koffi.errno()}`;
  const check = (result: number, call: string): number => {
    if (result >= 0) return result;
    const code = findErrno();
    throw Object.assign(new Error(`${call}: ${code}`), { code });
  };

  /** Asks for the size first, then for the content; again if it has grown in between. */
  const readSized = (call: string, read: (target: Buffer | null, size: number) => number): Buffer => {
    for (;;) {
      const target = Buffer.alloc(check(read(null, 0), call));
      if (target.length === 0) return target;
      const length = read(target, target.length);
      if (length >= 0) return target.subarray(0, length);
      if (findErrno() !== "ERANGE") check(length, call);
    }
  };

  /** A lease that stays would make the next open wait, so a call that fails is tried once more. */
  const endLease = (descriptor: number): void => {
    if (fcntl(descriptor, F_SETLEASE, "int", F_UNLCK) !== 0) fcntl(descriptor, F_SETLEASE, "int", F_UNLCK);
  };

  return {
    exchange: (left, right, folder = AT_FDCWD) => {
      check(renameat2(folder, left, folder, right, RENAME_EXCHANGE), "renameat2");
    },
    inodeOf: (name, folder) => {
      check(statx(folder, name, AT_SYMLINK_NOFOLLOW, STATX_INO, statxBuffer), "statx");
      // Little-endian, as all systems that the package exists for.
      return statxBuffer.readBigUInt64LE(STATX_INO_OFFSET);
    },
    unlink: (name, folder = AT_FDCWD) => {
      check(unlinkat(folder, name, 0), "unlinkat");
    },
    tryLock: (descriptor, kind) => {
      const result = flock(descriptor, kind === "shared" ? LOCK_SH_NB : LOCK_EX_NB);
      if (result < 0 && findErrno() === "EAGAIN") return false;
      return check(result, "flock") === 0;
    },
    hasWriter: (descriptor) => {
      // A read lease is granted only while nobody has the file open for writing. The kernel signals its holder when
      // somebody opens the file: by SIGIO, which ends the process, unless another signal is chosen each time.
      if (fcntl(descriptor, F_SETSIG, "int", HARMLESS_SIGNAL) !== 0) return undefined;
      if (fcntl(descriptor, F_SETLEASE, "int", F_RDLCK) === 0) {
        endLease(descriptor);
        return false;
      }
      return findErrno() === "EAGAIN" ? true : undefined;
    },
    tryExclusive: (descriptor) => {
      if (fcntl(descriptor, F_SETSIG, "int", HARMLESS_SIGNAL) !== 0) return undefined;
      if (fcntl(descriptor, F_SETLEASE, "int", F_WRLCK) === 0) return true;
      return findErrno() === "EAGAIN" ? false : undefined;
    },
    endExclusive: endLease,
    reserve: (descriptor, offset, length) => {
      check(fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, length), "fallocate");
    },
    startWriteback: (descriptor) => {
      check(syncFileRange(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE), "sync_file_range");
    },
    listAttributes: (descriptor) => {
      const list = readSized("flistxattr", (target, size) => flistxattr(descriptor, target, size));
      return splitNames(list);
    },
    readAttribute: (descriptor, name) => {
      const terminated = terminate(name);
      try {
        return readSized("fgetxattr", (target, size) => fgetxattr(descriptor, terminated, target, size));
      } catch (cause) {
        if (cause instanceof Error && "code" in cause && cause.code === "ENODATA") return undefined;
        throw cause;
      }
    },
    writeAttribute: (descriptor, name, value) => {
      check(fsetxattr(descriptor, terminate(name), value, value.length, 0), "fsetxattr");
    },
    removeAttribute: (descriptor, name) => {
      check(fremovexattr(descriptor, terminate(name)), "fremovexattr");
    },
  };
}

/** Reversed, so the first of several names for one number counts, as in Node: EAGAIN, not EWOULDBLOCK. */
const errnoNames: ReadonlyMap<number, string> = new Map(
  Object.entries(constants.errno)
    .toReversed()
    .map(([name, number]) => [number, name]),
);

function terminate(name: Buffer): Buffer {
  return Buffer.concat([name, Buffer.from([0])]);
}

function splitNames(list: Buffer): Buffer[] {
  const names: Buffer[] = [];
  for (let start = 0; start < list.length; ) {
    const end = list.indexOf(0, start);
    if (end === -1) break;
    names.push(list.subarray(start, end));
    start = end + 1;
  }
  return names;
}
