/** Looking at what surrounds a path for the sake of a hint. A hint that can't be had must not replace the answer. */
import { type DirectoryEntry, type FileSystem, type ResolvedPath } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";

/** Enough for any folder a person keeps; a larger one gives hints from its first entries only. */
const MAX_SIBLINGS = 20_000;

/** The entries of a folder, or undefined when they can't be listed. */
export async function findEntries(
  folder: RealPath,
  fileSystem: FileSystem,
): Promise<readonly DirectoryEntry[] | undefined> {
  return unlessUnavailable(async () => (await fileSystem.list(folder, MAX_SIBLINGS)).entries);
}

export async function findResolved(
  path: AbsolutePath,
  fileSystem: FileSystem,
): Promise<ResolvedPath | undefined> {
  return unlessUnavailable(async () => fileSystem.resolve(path));
}
