import fs from "node:fs";
import { dirname } from "node:path";
import { errnoOf } from "./translate.js";

/**
 * Creates a folder and those above it that are missing. Node's own way of doing so never ends where a folder is there
 * and yet nothing can be made in it for want of an entry, as in /proc; here every folder is tried twice at most.
 */
export function makeFolders(path: string, mode: number): void {
  try {
    makeFolder(path, mode);
  } catch (cause) {
    const above = dirname(path);
    if (errnoOf(cause) !== "ENOENT" || above === path) throw cause;
    makeFolders(above, mode);
    makeFolder(path, mode);
  }
}

function makeFolder(path: string, mode: number): void {
  try {
    fs.mkdirSync(path, mode);
  } catch (cause) {
    // A read-only volume says so before it says that the folder is there.
    const isThere = fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isThere) throw cause;
  }
}
