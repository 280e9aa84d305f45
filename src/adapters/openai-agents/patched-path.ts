/** Where the paths of patches lead, which models write relative to the project. */
import { isAbsolute, resolve, sep } from "node:path";
import type { Workspace } from "../../workspace.js";

/** The working directory where that lies in a root, else the first root. */
export function findPatchFolder({ roots, surroundings: { workingDirectory } }: Workspace): string {
  const isInside = (root: string): boolean =>
    workingDirectory === root || workingDirectory.startsWith(root.endsWith(sep) ? root : root + sep);
  return roots.given.some(isInside) ? workingDirectory : (roots.given[0] ?? workingDirectory);
}

/** By letters alone. Where it really leads, and whether that may be changed, is for the tools to say, as is what begins with ~. */
export function locatePatched(path: string, folder: string): string {
  const isPlaced = isAbsolute(path) || path === "~" || path.startsWith("~/") || path.trim() === "";
  return isPlaced ? path : resolve(folder, path);
}
