/**
 * Where ripgrep is: in the package that brings it, else on the path. A project must not be able to choose the program that
 * searches it, so folders of the path that lie inside the roots or among installed packages are passed over.
 */
import { delimiter, isAbsolute, join } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { type FileSystem, FileSystemError, type MaybePromise } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";

export interface LocateRequest {
  readonly fileSystem: FileSystem;
  /** The folders to look through, as in `PATH`. */
  readonly searchPath: string | undefined;
  readonly isInsideRoots: (path: RealPath) => MaybePromise<boolean>;
  readonly importPackage?: () => Promise<{ readonly rgPath: string }>;
}

const defaultPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

export async function locateRipgrep(request: LocateRequest): Promise<string> {
  const importPackage = request.importPackage ?? (() => import("@vscode/ripgrep"));
  try {
    return (await importPackage()).rgPath;
  } catch {
    // The package has no program for this machine, or was installed without its optional parts.
    const found = await findOnPath(request);
    if (found !== undefined) return found;
  }
  throw new ToolError(
    "SEARCH_UNAVAILABLE",
    "Searching needs ripgrep, and neither its package nor a program rg on the PATH was found. Ask the user to reinstall Filewright with optional dependencies, or to install ripgrep.",
  );
}

async function findOnPath({
  fileSystem,
  searchPath,
  isInsideRoots,
}: LocateRequest): Promise<string | undefined> {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  for (const folder of (searchPath || defaultPath).split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name) as AbsolutePath;
    try {
      const { realPath, stat } = await fileSystem.resolve(path);
      if (stat?.kind !== "file" || (stat.mode & 0o111) === 0) continue;
      const places = [path as unknown as RealPath, realPath];
      const isProjects = await Promise.all(places.map(isInsideRoots));
      if (isProjects.includes(true) || places.some((place) => /[\\/]node_modules[\\/]/.test(place))) continue;
      return realPath;
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
    }
  }
  return undefined;
}
