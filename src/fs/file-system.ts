/**
 * The disk as Filewright needs it. Hosts may bring another one (memory, a container, a remote machine) as long as it
 * passes the contract suite in `test/contracts/`.
 *
 * Methods may answer at once or with a promise: small local files are read synchronously, because a hop through the
 * thread pool costs more than the read itself, while a remote disk can take its time. Failures are thrown as
 * `FileSystemError`.
 */
import type { AbsolutePath, RealPath } from "./paths.js";

export type MaybePromise<T> = T | Promise<T>;

export type FileKind = "file" | "directory" | "fifo" | "socket" | "device";

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mode: number;
  readonly links: number;
  readonly device: bigint;
  readonly inode: bigint;
  readonly modifiedNs: bigint;
  /** Inode change time. No ordinary program can set it, so it moves even when a writer turns the mtime back. */
  readonly changedNs: bigint;
}

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

export interface FileSystem {
  /** Follows every link, also a dangling one, to the one real path. Throws ELOOP, EACCES, ENAMETOOLONG. */
  resolve(path: AbsolutePath): MaybePromise<ResolvedPath>;

  /**
   * Reads a regular file whole. What is opened is exactly `realPath`: if a link has appeared on the way since it was
   * resolved, this throws MOVED instead of following it. Never waits on a FIFO, socket or device: NOT_REGULAR.
   * `expected` is the stat that `resolve` answered with this path, by which the file may be known again more cheaply.
   */
  readSmallFile(realPath: RealPath, maxBytes: number, expected?: FileStat): MaybePromise<SmallFile>;

  /** Opens a regular file for reading, with the same guarantees. */
  open(realPath: RealPath, expected?: FileStat): MaybePromise<OpenFile>;

  /** The entries of a directory in no particular order, at most `limit` of them; MOVED as for files. */
  list(realPath: RealPath, limit: number): MaybePromise<DirectoryListing>;

  /** Creates a directory and its missing parents with `mode`; does nothing if it exists. */
  makeDirectory(path: AbsolutePath, mode: number): MaybePromise<void>;

  /** Creates a file that did not exist (EEXIST otherwise, links included) with all its bytes. */
  createFile(path: AbsolutePath, bytes: Uint8Array, mode: number): MaybePromise<void>;
}

/** An errno name, or one of the two conditions the kernel has no name for. */
export type FileSystemErrorCode = "NOT_REGULAR" | "MOVED" | (string & {});

export class FileSystemError extends Error {
  override readonly name = "FileSystemError";
  readonly code: FileSystemErrorCode;
  readonly path: string;
  /** What is there instead, for NOT_REGULAR. */
  readonly kind: FileKind | undefined;

  constructor(code: FileSystemErrorCode, path: string, details: { kind?: FileKind; cause?: unknown } = {}) {
    super(`${code}: ${path}`, { cause: details.cause });
    this.code = code;
    this.path = path;
    this.kind = details.kind;
  }
}
