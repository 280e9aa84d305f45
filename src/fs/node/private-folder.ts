/** Folders that nobody else can look into, for sockets that nobody else may connect to. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { FileSystemError } from "../file-system.js";
import { requireOwnFile } from "../ownership.js";
import { makeFolders } from "./make-folders.js";
import { toFileStat, translated, unlessMissing } from "./translate.js";

const OTHERS = 0o077;

/** A folder of this user, no link, closed to everybody else. */
export function isPrivateFolder(path: string): boolean {
  const stat = translated(path, () => unlessMissing(() => fs.lstatSync(path)));
  if (stat?.isDirectory() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || (stat.uid === user && (stat.mode & OTHERS) === 0);
}

/**
 * Creates a folder below the state directory if it is not there. One of the user's own that is open to others is closed;
 * another's is refused, and so is one that is reached through a link or a folder that others can write to.
 */
export function makePrivateFolder(stateDirectory: string, ...names: readonly string[]): string {
  const path = join(stateDirectory, ...names);
  translated(path, () => {
    for (let depth = 0; depth < names.length; depth += 1)
      requireOwnFolder(join(stateDirectory, ...names.slice(0, depth)));
    makeFolders(path, 0o700);
    const stat = fs.lstatSync(path);
    const user = process.getuid?.();
    if (!stat.isDirectory() || (user !== undefined && stat.uid !== user))
      throw new FileSystemError("EACCES", path);
    if (user !== undefined && (stat.mode & OTHERS) !== 0) fs.chmodSync(path, 0o700);
  });
  return path;
}

function requireOwnFolder(path: string): void {
  const stat = unlessMissing(() => fs.lstatSync(path, { bigint: true }));
  if (stat === undefined) return;
  if (!stat.isDirectory()) throw new FileSystemError(stat.isSymbolicLink() ? "LINKED" : "ENOTDIR", path);
  requireOwnFile(toFileStat(stat), path);
}

/** A new one with a short path: in the folder that the system keeps for the user's sockets, else among temporary files. */
export function makeShortPrivateFolder(runtimeFolder: string | undefined): string {
  const isUsable = runtimeFolder !== undefined && isAbsolute(runtimeFolder) && isPrivateFolder(runtimeFolder);
  const home = isUsable ? runtimeFolder : tmpdir();
  return translated(home, () => fs.mkdtempSync(join(home, "filewright-")));
}

/** A new one for temporary files, by its real path. */
export function makeTemporaryFolder(prefix: string): string {
  return fs.realpathSync(fs.mkdtempSync(join(tmpdir(), prefix)));
}

/** Removes a folder with all that is in it. */
export function removeFolder(path: string): void {
  fs.rmSync(path, { recursive: true, force: true });
}

/** The names in a folder; none where it is not there or can't be looked into. */
export function listNames(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Takes a socket's rights from everybody else. */
export function closeToOthers(path: string): void {
  translated(path, () => fs.chmodSync(path, 0o600));
}

/** Removes a file, socket or empty folder of our own; what can't be removed stays. */
export function removeQuietly(path: string, kind: "file" | "folder" = "file"): void {
  try {
    if (kind === "folder") fs.rmdirSync(path);
    else fs.unlinkSync(path);
  } catch {
    // Gone already, or not to be removed by us: both are for the next to see.
  }
}
