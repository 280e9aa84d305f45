/** Folders that nobody else can look into, for sockets that nobody else may connect to. */
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileSystemError } from "../file-system.js";
import { makeFolders } from "./make-folders.js";
import { translated, unlessMissing } from "./translate.js";

const OTHERS = 0o077;

/** A folder of this user, no link, closed to everybody else. */
export function isPrivateFolder(path: string): boolean {
  const stat = translated(path, () => unlessMissing(() => fs.lstatSync(path)));
  if (stat?.isDirectory() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || (stat.uid === user && (stat.mode & OTHERS) === 0);
}

/** Makes it if it is not there. One of the user's own that is open to others is closed; another's is refused. */
export function makePrivateFolder(path: string): void {
  translated(path, () => {
    makeFolders(path, 0o700);
    const stat = fs.lstatSync(path);
    const user = process.getuid?.();
    if (!stat.isDirectory() || (user !== undefined && stat.uid !== user))
      throw new FileSystemError("EACCES", path);
    if (user !== undefined && (stat.mode & OTHERS) !== 0) fs.chmodSync(path, 0o700);
  });
}

/** A new one with a short path: in the folder that the system keeps for the user's sockets, else among temporary files. */
export function makeShortPrivateFolder(runtimeFolder: string | undefined): string {
  const home = runtimeFolder !== undefined && isPrivateFolder(runtimeFolder) ? runtimeFolder : tmpdir();
  return translated(home, () => fs.mkdtempSync(join(home, "filewright-")));
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
