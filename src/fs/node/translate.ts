/** From Node's words for stats and errors to ours. */
import type fs from "node:fs";
import { type FileKind, type FileStat, FileSystemError, type MaybePromise } from "../file-system.js";

export function toFileStat(stat: fs.BigIntStats): FileStat {
  return {
    kind: toKind(stat),
    size: Number(stat.size),
    mode: Number(stat.mode) & 0o7777,
    links: Number(stat.nlink),
    owner: Number(stat.uid),
    group: Number(stat.gid),
    device: stat.dev,
    inode: stat.ino,
    modifiedNs: stat.mtimeNs,
    changedNs: stat.ctimeNs,
  };
}

export function toKind(stat: Pick<fs.Stats, "isFile" | "isDirectory" | "isFIFO" | "isSocket">): FileKind {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "directory";
  if (stat.isFIFO()) return "fifo";
  return stat.isSocket() ? "socket" : "device";
}

export function translated<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw toFileSystemError(cause, path);
  }
}

/** The same for an action that may take its time. */
export function translatedSoon<T>(path: string, action: () => MaybePromise<T>): MaybePromise<T> {
  const result = translated(path, action);
  if (!(result instanceof Promise)) return result;
  return result.catch((cause: unknown): never => {
    throw toFileSystemError(cause, path);
  });
}

export function toFileSystemError(cause: unknown, path: string): unknown {
  const code = errnoOf(cause);
  return cause instanceof FileSystemError || code === undefined
    ? cause
    : new FileSystemError(code, path, { cause });
}

export function errnoOf(cause: unknown): string | undefined {
  const isErrno = cause instanceof Error && "code" in cause && typeof cause.code === "string";
  return isErrno ? (cause.code as string) : undefined;
}

/** Below a file there is nothing, just as below a folder that does not exist. */
export function unlessMissing<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw cause;
  }
}
