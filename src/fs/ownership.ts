/**
 * Whether a file or folder of our own can be believed. State and user settings decide what is written, restored and
 * allowed, so whoever else could have written them must not have a say.
 */
import { basename, dirname, join } from "node:path";
import { type FileStat, type FileSystem, FileSystemError, type MaybePromise } from "./file-system.js";
import { finish, type Steps, waitFor } from "./maybe-promise.js";
import type { AbsolutePath, RealPath } from "./paths.js";

/**
 * A symbolic link; of another user; writable, or for a secret readable, by group or others. They are codes of
 * `FileSystemError`, too.
 */
export type OwnershipFault = "LINKED" | "NOT_OURS" | "OTHERS_WRITE" | "OTHERS_READ";

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o044;

/** Root may own what is ours: it can write anything anyway. `undefined` on disks that know no owners. */
function findOwnershipFault(
  { owner, group, mode }: Pick<FileStat, "owner" | "group" | "mode">,
  { allowsPrivateGroup = false }: { readonly allowsPrivateGroup?: boolean } = {},
): OwnershipFault | undefined {
  const user = process.geteuid?.();
  if (user === undefined || owner === undefined) return undefined;
  if (owner !== user && owner !== 0) return "NOT_OURS";
  const isPrivate = allowsPrivateGroup && user !== 0 && group === user && group === process.getegid?.();
  return (mode & (isPrivate ? OTHERS_WRITE & 0o007 : OTHERS_WRITE)) === 0 ? undefined : "OTHERS_WRITE";
}

/**
 * Finds what is wrong with a settings file or its folder. People write these by hand, many with a umask of 002, so the
 * user's private group (the one with the user's own number) may write them.
 */
export function findSettingsFault(stat: FileStat): OwnershipFault | undefined {
  return findOwnershipFault(stat, { allowsPrivateGroup: true });
}

/** Throws unless the user's settings file, its folder, and where a link leads to from there belong to this user alone. */
export function* requireOwnSettings(fileSystem: FileSystem, path: AbsolutePath): Steps<void> {
  const { realPath } = yield* waitFor(fileSystem.resolve(path));
  for (const each of new Set([dirname(path), dirname(realPath), path])) {
    const { stat } = yield* waitFor(fileSystem.resolve(each as AbsolutePath));
    const fault = stat && findSettingsFault(stat);
    if (fault !== undefined) throw new FileSystemError(fault, each);
  }
}

/**
 * Throws unless a folder, and what lies in it by these names, each inside the one before, belong to this user, nobody else
 * can write to them, and none is a link. Checks as far as something is there: what is missing is created with a private mode.
 * Returns whether all of it is there.
 */
export function requireOwn(
  fileSystem: FileSystem,
  folder: AbsolutePath,
  ...names: readonly string[]
): MaybePromise<boolean> {
  return finish(checkOwn(fileSystem, folder, names));
}

function* checkOwn(fileSystem: FileSystem, folder: AbsolutePath, names: readonly string[]): Steps<boolean> {
  const above = yield* waitFor(fileSystem.resolve(dirname(folder) as AbsolutePath));
  let real = join(above.realPath, basename(folder)) as RealPath;
  let shown = folder;
  for (const name of ["", ...names]) {
    real = join(real, name) as RealPath;
    shown = join(shown, name) as AbsolutePath;
    const { realPath, stat } = yield* waitFor(fileSystem.resolve(real));
    const fault = realPath === real ? stat && findOwnershipFault(stat) : "LINKED";
    if (fault !== undefined) throw new FileSystemError(fault, shown);
    if (stat === undefined) return false;
  }
  return true;
}

/** Throws unless an open file belongs to this user and nobody else can write to it or, if it is a secret, read it. */
export function requireOwnFile(
  stat: FileStat,
  path: string,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): void {
  const isReadable = isSecret && stat.owner !== undefined && (stat.mode & OTHERS_READ) !== 0;
  const fault = findOwnershipFault(stat) ?? (isReadable && hasUsers() ? "OTHERS_READ" : undefined);
  if (fault !== undefined) throw new FileSystemError(fault, path);
}

function hasUsers(): boolean {
  return process.geteuid !== undefined;
}

/** Returns a small file of our own whole, or `undefined` if there is none. Throws an `OwnershipFault`, or EFBIG. */
export function* readOwnFile(
  fileSystem: FileSystem,
  path: AbsolutePath,
  { maxBytes, isSecret = false }: { readonly maxBytes: number; readonly isSecret?: boolean },
): Steps<Uint8Array | undefined> {
  const folder = yield* waitFor(fileSystem.resolve(dirname(path) as AbsolutePath));
  const { realPath, stat } = yield* waitFor(fileSystem.resolve(path));
  if (realPath !== join(folder.realPath, basename(path))) throw new FileSystemError("LINKED", path);
  if (stat === undefined) return undefined;
  const read = yield* waitFor(fileSystem.readSmallFile(realPath, maxBytes, stat));
  requireOwnFile(read.stat, path, { isSecret });
  if (read.bytes === undefined) throw new FileSystemError("EFBIG", path);
  return read.bytes;
}

/** What is wrong, as a clause, and what a person can do; `undefined` for any other failure. */
export function describeOwnershipFault(
  code: string,
  path: string,
): { readonly problem: string; readonly remedy: string } | undefined {
  const quoted = `'${path.replaceAll("'", "'\\''")}'`;
  switch (code) {
    case "LINKED":
      return { problem: "it is a symbolic link", remedy: `Replace the link ${quoted} with what it leads to` };
    case "NOT_OURS":
      return {
        problem: "it belongs to another user",
        remedy: `If you trust its content, run: chown "$(id -u)" ${quoted}`,
      };
    case "OTHERS_WRITE":
      return {
        problem: "other users can write to it",
        remedy: `If you trust its content, run: chmod go-w ${quoted}`,
      };
    case "OTHERS_READ":
      return {
        problem: "other users can read it",
        remedy: `If nobody has read it, run: chmod go-rwx ${quoted}`,
      };
    case "BAD_KEY":
      return {
        problem: "it is not a key",
        remedy: `Remove ${quoted}; earlier changes can then no longer be undone`,
      };
    default:
      return undefined;
  }
}
