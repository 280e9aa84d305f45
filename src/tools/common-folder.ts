/** Absolute paths in few characters: the folder that contains all of them once, then each path relative to it. */
import { dirname, join, sep } from "node:path";
import { isInside } from "../fs/containment.js";

/** Undefined for fewer than two paths, and if nothing but the root of the disk contains all of them. */
export function findCommonFolder(paths: readonly string[]): string | undefined {
  const [first, ...others] = new Set(paths);
  if (first === undefined || others.length === 0) return undefined;
  let folder = dirname(first);
  for (const path of others) while (!isInside(path, folder)) folder = dirname(folder);
  return dirname(folder) === folder ? undefined : folder;
}

/** What a result could begin a line of its own with: a note, a gap, the number of a line, a heading. */
const LIKE_OURS = /^(?:\[|-|\d+[:-]|[A-Z]\w* )/;

export function relativeTo(folder: string | undefined, path: string): string {
  if (folder === undefined) return path;
  const name = path.slice(join(folder, sep).length);
  return LIKE_OURS.test(name) ? `.${sep}${name}` : name;
}
