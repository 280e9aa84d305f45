/**
 * A glob that begins with folder names, `src/app/**`, needs nothing of the folders beside them. Starting the walk further
 * down would lose the ignore rules that apply to those names themselves, so the others are excluded instead.
 */
import { join } from "node:path";
import { type FileSystem, FileSystemError } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";

/** Beyond this many, walking them is no dearer than naming them. */
const MAX_EXCLUDED = 400;

/** Folders, relative to `folder`, that no path below `folder/way` passes through. */
export async function findFoldersBeside(
  way: readonly string[],
  folder: RealPath,
  fileSystem: FileSystem,
): Promise<readonly string[]> {
  const beside: string[] = [];
  for (const [depth, step] of way.entries()) {
    const above = way.slice(0, depth);
    try {
      const { entries } = await fileSystem.list(join(folder, ...above) as RealPath, MAX_EXCLUDED * 10);
      for (const { name, isDirectory } of entries) {
        if (isDirectory && name !== step) beside.push([...above, name].join("/"));
      }
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      // What is not there, or can't be listed, excludes nothing; the walk itself will tell.
      break;
    }
    if (beside.length > MAX_EXCLUDED) break;
  }
  return beside.slice(0, MAX_EXCLUDED);
}
