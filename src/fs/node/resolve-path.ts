/** Where a path on the local disk leads, every link followed, also for what does not exist yet. */
import fs from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { FileSystemError } from "../file-system.js";
import { errnoOf } from "./translate.js";

const MAX_LINKS = 40;

export function resolveRealPath(path: string): string {
  return findRealPath(path) ?? resolveMissing(path, 0);
}

function findRealPath(path: string): string | undefined {
  return unlessMissing(() => fs.realpathSync.native(path));
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

/** Where a missing file would be: its nearest existing ancestor resolved, dangling links followed to their target. */
function resolveMissing(path: string, links: number): string {
  if (links > MAX_LINKS) throw new FileSystemError("ELOOP", path);
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = findRealPath(parent) ?? resolveMissing(parent, links);
  const here = join(realParent, basename(path));
  const entry = unlessMissing(() => fs.lstatSync(here));
  if (entry?.isSymbolicLink() !== true) return here;
  const target = resolve(realParent, fs.readlinkSync(here));
  return findRealPath(target) ?? resolveMissing(target, links + 1);
}
