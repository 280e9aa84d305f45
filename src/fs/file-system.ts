/**
 * The disk as Filewright needs it. Hosts may bring another one (memory, a container, a remote machine) as long as it
 * keeps the contract of `src/testing/contract/`, which they can run: `filewright/testing`.
 *
 * Methods may answer at once or with a promise: small local files are read synchronously, because a hop through the
 * thread pool costs more than the read itself, while a remote disk can take its time. Failures are thrown as
 * `FileSystemError`.
 */
import type { FileKind, FileStat, MaybePromise } from "./file-stat.js";
import type { AbsolutePath, RealPath, RealPathOrBytes } from "./paths.js";
import type { RemoveOptions, Replaced, Replacement, StagedFile, WriteOptions } from "./replacement.js";

export type { FileKind, FileStat, MaybePromise } from "./file-stat.js";
export type {
  DisplacedFile,
  FormerWatch,
  RemoveOptions,
  Replaced,
  ReplacedFile,
  Replacement,
  ReplaceWay,
  StagedFile,
  WriteOptions,
} from "./replacement.js";

export interface ResolvedPath {
  /** Where the path leads, every link followed; for a missing file, where it would be created. */
  readonly realPath: RealPath;
  /** Undefined when nothing is there. */
  readonly stat: FileStat | undefined;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly isDirectory: boolean;
}

export interface DirectoryListing {
  readonly entries: readonly DirectoryEntry[];
  /** False when the directory holds more than was asked for. */
  readonly complete: boolean;
}

/** A folder held open, under a name that other programs on this machine can be started in. */
export interface HeldFolder {
  /** Leads to that very folder until it is released, whatever has taken its place since. */
  readonly path: string;
  release(): MaybePromise<void>;
}

/** A regular file held open for reading; its content is one inode's, whatever happens to the name. */
export interface OpenFile {
  /** Fills `target` from `position`; answers how many bytes were there (fewer than asked only at the end). */
  read(target: Uint8Array, position: number): MaybePromise<number>;
  stat(): MaybePromise<FileStat>;
  close(): MaybePromise<void>;
}

export interface SmallFile {
  readonly stat: FileStat;
  /** The whole content, or undefined when the file is larger than was allowed. */
  readonly bytes: Uint8Array | undefined;
}

export interface AppendOptions extends WriteOptions {
  /** Where the bytes go: the end of what was written so far. Only allocated room may follow it. */
  readonly at: number;
  /**
   * Room to keep allocated after the bytes, filled with zeros. Growing a file makes the disk write its size as well as
   * its data; within allocated room, only the data.
   */
  readonly room: number;
}

/** Any number may hold a shared lock, one an exclusive one, and not both at a time. */
export type LockKind = "shared" | "exclusive";

/** A file of the engine's own, held open: what happens to its name does not change where bytes go. */
export interface OwnFile extends OpenFile {
  /** Writes all of the bytes or none. */
  append(bytes: Uint8Array, options: AppendOptions): MaybePromise<void>;
  truncate(size: number): MaybePromise<void>;
  /** Whether the path it was opened by still leads to it. */
  isNamed(): MaybePromise<boolean>;
  /**
   * Locks the file until it is closed or the process ends, however it ends. False if someone else holds a lock that
   * excludes this one, `undefined` if this disk has no such locks.
   */
  tryLock(kind: LockKind): MaybePromise<boolean | undefined>;
}

/** Numbers that only grow, across all processes that count by the same path. */
export interface Counter {
  /** Returns more than any process was given before, and more than `atLeast`. Calls at the same moment may return the same. */
  next(atLeast: number): MaybePromise<number>;
  close(): MaybePromise<void>;
}

export interface FileSystem {
  /**
   * Follows every link, also a dangling one, to the one real path. Throws ELOOP, EACCES, ENAMETOOLONG with `leadsTo`: whether
   * a folder outside the roots exists must not decide how the path is judged.
   */
  resolve(path: AbsolutePath): MaybePromise<ResolvedPath>;

  /**
   * Reads a regular file whole. What is opened is exactly `realPath`: if a link has appeared on the way since it was
   * resolved, this throws MOVED instead of following it. Never waits on a FIFO, socket or device: NOT_REGULAR.
   * `expected` is the stat that `resolve` answered with this path, by which the file may be known again more cheaply. With
   * it, a file with several hard links is opened only if it is that very file with as many links: MOVED otherwise.
   * The path may be given as bytes, for names that are no text.
   */
  readSmallFile(realPath: RealPathOrBytes, maxBytes: number, expected?: FileStat): MaybePromise<SmallFile>;

  /** Opens a regular file for reading, with the same guarantees. */
  open(realPath: RealPathOrBytes, expected?: FileStat): MaybePromise<OpenFile>;

  /** The entries of a directory in no particular order, at most `limit` of them; MOVED as for files. */
  list(realPath: RealPath, limit: number): MaybePromise<DirectoryListing>;

  /**
   * When a regular file was last changed, in milliseconds; undefined when none is there. No link is followed in the last
   * place; one on the way is, so what is to be shown must be proved besides. Throws what keeps it from looking: EACCES,
   * ENAMETOOLONG. The path may be given as bytes. Asked for every file that a search finds, so it must be cheap.
   */
  findModifiedTime(path: RealPathOrBytes): MaybePromise<number | undefined>;

  /**
   * What a path leads to, links followed; undefined when nothing is there, or nothing can be told. Wakes no pipe and
   * starts no device. Asked before every search for dozens of names that are seldom there, so it must be cheap.
   */
  findKind(path: AbsolutePath): MaybePromise<FileKind | undefined>;

  /**
   * Holds exactly the folder at this path (MOVED as for files) for a program that is to work in it. Undefined when the
   * files do not lie on a disk of this machine, where no program could find them.
   */
  holdFolder(realPath: RealPath): MaybePromise<HeldFolder | undefined>;

  /** Creates a directory and its missing parents with `mode`; does nothing if it exists. */
  makeDirectory(path: AbsolutePath, mode: number): MaybePromise<void>;

  /** Creates a file that did not exist (EEXIST otherwise, links included) with all its bytes. */
  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): MaybePromise<void>;

  /**
   * Replaces a file's content, or creates it, if what is there is exactly what is expected. On the local disk this is
   * one synchronous step: read, compare, write a temporary file, sync, read it back, rename, sync the folder. Readers
   * see the old content or the new, and after a crash one of the two is there. A failure leaves the old content, or, for
   * a write in place that could not be taken back, throws TORN.
   *
   * No program can keep another from writing between the last comparison and the rename. A file that another program has
   * open for writing is therefore waited for, and the displaced file is examined until it has come to rest and handed
   * back if it is not what was expected. Only then is this a promise.
   */
  replaceIfUnchanged(realPath: RealPath, replacement: Replacement): MaybePromise<Replaced>;

  /** Opens a new file beside `realPath`, to take its place, for content too large to hold. */
  stage(realPath: RealPath, temporaryName: string, options: WriteOptions): MaybePromise<StagedFile>;

  /** Removes a file if it holds exactly `expected`. */
  removeIfUnchanged(realPath: RealPath, expected: Uint8Array, options: RemoveOptions): MaybePromise<Replaced>;

  /** The topmost of the folders that a file needs and that are not there. */
  findMissingFolder(realPath: RealPath): MaybePromise<RealPath | undefined>;

  /** Creates the folders a file needs, following no link. */
  createParents(realPath: RealPath): MaybePromise<void>;

  /** Removes the folders from the file's own up to `topmost`, as long as they are empty. */
  removeEmptyParents(realPath: RealPath, topmost: RealPath): MaybePromise<void>;

  /** Opens a file of our own. With a mode it is created: EEXIST if anything is there. ENOENT without. */
  openOwnFile(path: AbsolutePath, mode?: number): MaybePromise<OwnFile>;

  /** A counter kept in a file of our own, which is created when it first counts. */
  openCounter(path: AbsolutePath): Counter;

  /** Gives a file of our own another name. */
  rename(from: AbsolutePath, to: AbsolutePath): MaybePromise<void>;

  /** Removes a file of our own, or a temporary one that a crash left; does nothing if it is gone. */
  removeFile(path: AbsolutePath): MaybePromise<void>;

  /**
   * A symbolic link with any text as its target, in one atomic step; EEXIST if anything is there. This and the three
   * below serve the locks in the state directory, never a file of the user.
   */
  createLink(path: AbsolutePath, target: string): MaybePromise<void>;

  /** The target of a link of the state directory, as it was written. ENOENT; EINVAL when it is no link. */
  readLink(path: AbsolutePath): MaybePromise<string>;

  /**
   * Gives a link of the state directory another name, atomically in the place of the link there, if there is one.
   * ENOENT when `from` is gone; EINVAL when one of the two is no link.
   */
  renameLink(from: AbsolutePath, to: AbsolutePath): MaybePromise<void>;

  /** Removes a link of the state directory if it has this target. ENOENT if it is gone; EINVAL when it is no link. */
  removeLink(path: AbsolutePath, target: string): MaybePromise<void>;
}

/**
 * An errno name, or a condition the kernel has no name for. NOT_WRITTEN: the disk holds something else than it was given.
 * TORN: a write in place failed halfway and the former content could not be put back. For those of `OwnershipFault` see
 * there.
 */
export type FileSystemErrorCode = "NOT_REGULAR" | "MOVED" | "NOT_WRITTEN" | "TORN" | (string & {});

export interface FileSystemErrorDetails {
  readonly kind?: FileKind;
  readonly leadsTo?: readonly RealPath[];
  readonly cause?: unknown;
}

export class FileSystemError extends Error {
  override readonly name = "FileSystemError";
  readonly code: FileSystemErrorCode;
  readonly path: string;
  /** What is there instead, for NOT_REGULAR. */
  readonly kind: FileKind | undefined;
  /**
   * For a path that can't be resolved: where it leads as far as it can be followed, the rest appended by its letters. One path
   * for each link on the way, in order, the last one last.
   */
  readonly leadsTo: readonly RealPath[] | undefined;

  constructor(code: FileSystemErrorCode, path: string, details: FileSystemErrorDetails = {}) {
    super(`${code}: ${path}`, { cause: details.cause });
    this.code = code;
    this.path = path;
    this.kind = details.kind;
    this.leadsTo = details.leadsTo;
  }
}
