/**
 * Names that look the same but are not: macOS puts U+202F before AM and PM in screenshot names, other systems a plain
 * space, and accents come composed or decomposed. A reader means the one file that is there; a writer is never guessed at.
 */
import { basename, dirname, join } from "node:path";
import type { ResolvedPath } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { CallContext } from "../context.js";
import { createShowPolicy } from "../judge-access.js";
import { findEntries, findResolved } from "../look-around.js";

export async function findLookalike(
  missing: RealPath,
  context: CallContext,
): Promise<ResolvedPath | undefined> {
  const { fileSystem } = context.workspace;
  const mayName = createShowPolicy(context);
  const folder = dirname(missing) as RealPath;
  const wanted = fold(basename(missing));
  const entries = (await findEntries(folder, fileSystem)) ?? [];
  const matches = entries.filter((entry) => {
    if (fold(entry.name) !== wanted) return false;
    const path = join(folder, entry.name) as RealPath;
    return mayName({ path, realPath: path, kind: entry.isDirectory ? "folder" : "file" });
  });
  const [only] = matches;
  if (only === undefined || matches.length > 1) return undefined;
  const resolved = await findResolved(join(folder, only.name) as AbsolutePath, fileSystem);
  if (resolved?.stat === undefined) return undefined;
  // What it leads to may be withheld though its name is not; then it is as if it were not there.
  const { realPath } = resolved;
  return mayName({ path: realPath, realPath, kind: "file" }) ? resolved : undefined;
}

function fold(name: string): string {
  return name.normalize("NFC").replace(/[\u00a0\u202f]/g, " ");
}
