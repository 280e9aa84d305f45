/** Programs on the PATH that a person has installed. Those that a project brings are none of ours to speak of or to run. */
import { delimiter, extname, isAbsolute, join } from "node:path";
import { isInside, type Roots } from "./containment.js";
import type { FileSystem } from "./file-system.js";
import type { AbsolutePath, RealPath } from "./paths.js";
import { unlessUnavailable } from "./unless-unavailable.js";

export interface ProgramGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  /** As the PATH variable has it. */
  readonly searchPath: string | undefined;
}

export interface FoundProgram {
  /** As it stands on the PATH. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
}

/** `name` is looked up on the PATH, unless it is an absolute path. */
export async function findProgram(name: string, ground: ProgramGround): Promise<FoundProgram | undefined> {
  const file = process.platform === "win32" && extname(name) === "" ? `${name}.exe` : name;
  const paths = isAbsolute(name) ? [name] : listFolders(ground).map((folder) => join(folder, file));
  for (const path of paths as AbsolutePath[]) {
    const realPath = await findExecutable(path, ground.fileSystem);
    if (realPath !== undefined && !(await isProjects(path, realPath, ground.roots)))
      return { path, realPath };
  }
  return undefined;
}

/** The PATH without folders of a project, and without those that depend on where one stands. */
export async function cleanSearchPath(ground: ProgramGround): Promise<string> {
  const kept: string[] = [];
  for (const folder of listFolders(ground)) {
    const path = folder as AbsolutePath;
    const realPath = await findReal(path, ground.fileSystem);
    if (realPath !== undefined && !(await isProjects(path, realPath, ground.roots))) kept.push(folder);
  }
  return kept.join(delimiter);
}

/** Nobody installs for themselves into a folder of packages: npm puts those of a project there, and of all folders above it. */
function listFolders({ searchPath = "" }: ProgramGround): string[] {
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !folder.split(/[\\/]/).includes("node_modules"));
}

/** In any root, whatever bounds it has been given: what a client does not look at may be its project's all the same. */
export async function isProjects(path: AbsolutePath, realPath: RealPath, roots: Roots): Promise<boolean> {
  if (roots.given.some((root) => isInside(path, root))) return true;
  // Looks up where the roots really are, as far as that is not known.
  await roots.contains(realPath);
  return roots.findRootOf(realPath) !== undefined || roots.findRootOf(path as RealPath) !== undefined;
}

async function findExecutable(path: AbsolutePath, fileSystem: FileSystem): Promise<RealPath | undefined> {
  const found = await unlessUnavailable(() => fileSystem.resolve(path));
  return found?.stat?.kind === "file" && (found.stat.mode & 0o111) !== 0 ? found.realPath : undefined;
}

async function findReal(path: AbsolutePath, fileSystem: FileSystem): Promise<RealPath | undefined> {
  return (await unlessUnavailable(() => fileSystem.resolve(path)))?.realPath;
}
