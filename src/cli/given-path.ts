/** Paths as a person writes and reads them: from where they stand. */
import { relative, resolve, sep } from "node:path";
import { isInside } from "../fs/containment.js";
import { guardPath } from "../fs/guard-path.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { Toolkit } from "../toolkit.js";

export function toAbsolutePath(given: string, { workspace }: Toolkit): AbsolutePath {
  const { surroundings } = workspace;
  const isHome = given === "~" || given.startsWith("~/");
  return guardPath(isHome ? given : resolve(surroundings.workingDirectory, given), surroundings);
}

/** How paths are shown: relative to the working directory where they lie in it, whole otherwise. */
export async function createPathNames({ workspace }: Toolkit): Promise<(path: string) => string> {
  const given = workspace.surroundings.workingDirectory as AbsolutePath;
  const { realPath } = await workspace.fileSystem.resolve(given);
  return (path) => (isInside(path, realPath) ? relative(realPath, path).split(sep).join("/") || "." : path);
}
