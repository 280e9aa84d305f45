/**
 * Names that look the same but are not: macOS puts U+202F before AM and PM in screenshot names, other systems a plain
 * space, and accents come composed or decomposed. A reader means the one file that is there; a writer is never guessed at.
 */
import { basename, dirname, join } from "node:path";
import type { FileSystem, ResolvedPath } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import { findEntries, findResolved } from "../look-around.js";

export async function findLookalike(
  missing: RealPath,
  fileSystem: FileSystem,
): Promise<ResolvedPath | undefined> {
  const folder = dirname(missing) as RealPath;
  const wanted = fold(basename(missing));
  const entries = (await findEntries(folder, fileSystem)) ?? [];
  const matches = entries.filter((entry) => fold(entry.name) === wanted);
  const [only] = matches;
  if (only === undefined || matches.length > 1) return undefined;
  const resolved = await findResolved(join(folder, only.name) as AbsolutePath, fileSystem);
  return resolved?.stat === undefined ? undefined : resolved;
}

function fold(name: string): string {
  return name.normalize("NFC").replace(/[\u00a0\u202f]/g, " ");
}
