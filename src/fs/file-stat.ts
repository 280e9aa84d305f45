/** What a disk tells about a file, and when. */

export type MaybePromise<T> = T | Promise<T>;

export type FileKind = "file" | "directory" | "fifo" | "socket" | "device";

export interface FileStat {
  readonly kind: FileKind;
  readonly size: number;
  readonly mode: number;
  readonly links: number;
  /** The user id of its owner; absent on disks that know no owners. */
  readonly owner?: number;
  /** The id of its group; absent on disks that know no groups. */
  readonly group?: number;
  readonly device: bigint;
  readonly inode: bigint;
  readonly modifiedNs: bigint;
  /** Inode change time. No ordinary program can set it, so it moves even when a writer turns the mtime back. */
  readonly changedNs: bigint;
}
