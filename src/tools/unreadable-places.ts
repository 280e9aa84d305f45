/** Which places may be named as unreadable: like everything that is named, only what is proved to lie in the searched folder. */
import { dirname, join } from "node:path";
import { FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { isUnreachable } from "../search/prove-files.js";
import type { CallContext } from "./context.js";

/**
 * Of ways below the folder: the places themselves, or the nearest folder above them that can be looked at, under the names
 * that the search was given: where a link leads is not told.
 */
export async function findUnreadablePlaces(
  ways: readonly string[],
  folder: RealPath,
  nameOf: (path: AbsolutePath) => Promise<string | undefined>,
  context: CallContext,
): Promise<readonly string[]> {
  const places = new Set<RealPath>();
  for (const way of ways) {
    const place = await findNameable(join(folder, way) as RealPath, folder, context);
    if (place !== undefined) places.add(place);
  }
  const names = await Promise.all([...places].map((path) => nameOf(path)));
  return names.filter((name) => name !== undefined);
}

async function findNameable(
  place: RealPath,
  folder: RealPath,
  context: CallContext,
): Promise<RealPath | undefined> {
  const above = dirname(place) as RealPath;
  if (place.length <= folder.length) return folder;
  // ripgrep tells of names that are no text only as far as they are; such a one is proved by its folder.
  const proved = place.slice(above.length).includes("\ufffd") ? above : place;
  try {
    const { realPath, stat } = await context.workspace.fileSystem.resolve(proved);
    return realPath === proved && stat !== undefined ? place : undefined;
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    return isUnreachable(cause) ? findNameable(above, folder, context) : undefined;
  }
}
