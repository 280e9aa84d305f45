/** The entries of a directory on the local disk: of the one at exactly this path, or of none. */
import fs from "node:fs";
import { type DirectoryEntry, type DirectoryListing, FileSystemError } from "../file-system.js";
import type { RealPath } from "../paths.js";
import { readDescriptorPath } from "./resolve-path.js";
import { errnoOf } from "./translate.js";

/**
 * Names are content too: a folder swapped for a link since it was resolved must not give away what lies elsewhere.
 * Where the kernel tells paths, the directory is opened, proved, and listed through its descriptor; elsewhere the path
 * is looked up once more after listing.
 */
export function listDirectory(realPath: RealPath, limit: number, tellsPaths: boolean): DirectoryListing {
  if (!tellsPaths) {
    const listing = readEntries(realPath, limit);
    if (fs.realpathSync.native(realPath) !== realPath) throw new FileSystemError("MOVED", realPath);
    return listing;
  }
  const descriptor = openDirectory(realPath);
  try {
    if (readDescriptorPath(descriptor) !== realPath) throw new FileSystemError("MOVED", realPath);
    return readEntries(`/proc/self/fd/${descriptor}`, limit);
  } finally {
    fs.closeSync(descriptor);
  }
}

function openDirectory(realPath: RealPath): number {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
  try {
    return fs.openSync(realPath, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (cause) {
    // A link in the last place: ELOOP, or ENOTDIR because the link itself is no directory.
    const isLink = ["ELOOP", "ENOTDIR"].includes(errnoOf(cause) ?? "") && isSymbolicLink(realPath);
    throw isLink ? new FileSystemError("MOVED", realPath, { cause }) : cause;
  }
}

function isSymbolicLink(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function readEntries(path: string, limit: number): DirectoryListing {
  const directory = fs.opendirSync(path);
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
}
