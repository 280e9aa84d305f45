/**
 * Where a workspace works: its roots, the working directory that follows from them, and the folders that a search without
 * a path looks in. Wrong options are refused here, before anything is made of them.
 */
import { join, resolve } from "node:path";
import { ToolError } from "./errors/tool-error.js";
import { isInside, type RootFolder, type Roots } from "./fs/containment.js";
import { type FileSystem, FileSystemError, type ResolvedPath } from "./fs/file-system.js";
import { guardPath, type PathSurroundings } from "./fs/guard-path.js";
import { findWorkingDirectory } from "./fs/node/working-directory.js";
import type { AbsolutePath } from "./fs/paths.js";
import { describeRootProblem, type RootProblem } from "./fs/root-problems.js";

export interface LocationOptions {
  /**
   * Folders the tools may work in; the working directory by default. Relative ones are taken from there. "none" makes every
   * path one that is asked about.
   */
  readonly roots?: readonly string[] | "none";
  /**
   * What relative paths and rules refer to. By default the root if there is one; with several, the process's own working
   * directory if it lies in one of them, else the first root.
   */
  readonly workingDirectory?: string;
}

export interface Location {
  readonly surroundings: PathSurroundings;
  readonly roots: readonly AbsolutePath[];
  /** Where searches begin while it lies inside the roots; undefined if no folder was chosen among several roots. */
  readonly searchFolder: AbsolutePath | undefined;
}

/** The folders that a search without a path looks in. */
export interface SearchBases {
  /** Never empty; where there is no root at all, the working directory. */
  readonly folders: readonly [AbsolutePath, ...AbsolutePath[]];
  /** Roots that are left out because they can't be used. */
  readonly problems: readonly RootProblem[];
}

/** Throws INPUT_INVALID for options that are no roots or no working directory. */
export function locateWorkspace(options: LocationOptions, homeDirectory: string): Location {
  const { workingDirectory: explicit } = options;
  if (explicit !== undefined && !isPath(explicit))
    throw refuseOption(`workingDirectory must be the path of a folder, not ${describeValue(explicit)}.`);
  const given = parseRoots(options.roots);
  const start = (): string => resolve(explicit ?? findWorkingDirectory());
  if (given === undefined || given.length === 0) {
    const surroundings = { platform: process.platform, workingDirectory: start(), homeDirectory };
    const here = surroundings.workingDirectory as AbsolutePath;
    return { surroundings, roots: given === undefined ? [here] : [], searchFolder: here };
  }
  const roots = given.map((root) => toAbsolute(root, start, homeDirectory));
  const chosen = explicit === undefined ? chooseFolder(roots) : (resolve(explicit) as AbsolutePath);
  const workingDirectory = chosen ?? roots[0] ?? start();
  return {
    surroundings: { platform: process.platform, workingDirectory, homeDirectory },
    roots,
    searchFolder: chosen,
  };
}

/** The only root; among several the one that the process works in. */
function chooseFolder(roots: readonly AbsolutePath[]): AbsolutePath | undefined {
  if (roots.length === 1) return roots[0];
  const here = findWorkingDirectory() as AbsolutePath;
  return roots.some((root) => isInside(here, root)) ? here : undefined;
}

/** A path that a host gives: from its home, or from where it works. */
export function toAbsolute(path: string, start: () => string, homeDirectory: string): AbsolutePath {
  const isHome = path === "~" || path.startsWith("~/");
  const whole = isHome ? join(homeDirectory, path.slice(1)) : resolve(start(), path);
  return guardPath(whole, { platform: process.platform, workingDirectory: whole, homeDirectory });
}

function parseRoots(given: unknown): readonly string[] | undefined {
  if (given === undefined) return undefined;
  if (given === "none") return [];
  const example = 'such as roots: ["/home/me/project"]';
  if (!Array.isArray(given))
    throw refuseOption(`roots must be a list of folders, ${example}, not ${describeValue(given)}.`);
  if (given.length === 0)
    throw refuseOption(
      `roots is empty. Name at least one folder, ${example}, or leave roots out to work in the working directory.`,
    );
  const index = given.findIndex((root) => !isPath(root));
  if (index >= 0)
    throw refuseOption(`roots[${index}] must be the path of a folder, not ${describeValue(given[index])}.`);
  return given as string[];
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return value.trim() === "" ? "an empty string" : "a string";
  if (Array.isArray(value)) return "a list";
  return typeof value === "undefined"
    ? "undefined"
    : `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

function refuseOption(problem: string): ToolError {
  return new ToolError("INPUT_INVALID", problem);
}

/**
 * Throws for a root that is a file, where the disk tells at once. A root that is missing may come back, such as a disk that is
 * not mounted: it is reported in the refusals that it causes.
 */
export function refuseFilesAsRoots(roots: readonly AbsolutePath[], fileSystem: FileSystem): void {
  for (const root of roots) {
    const found = lookAtOnce(root, fileSystem);
    if (found === undefined || found.stat === undefined || found.stat.kind === "directory") continue;
    const problem = describeRootProblem({ root, kind: "not-a-folder" });
    throw new ToolError("NOT_DIRECTORY", `${problem} Name the folder that holds it.`, {
      data: { path: root },
    });
  }
}

function lookAtOnce(root: AbsolutePath, fileSystem: FileSystem): ResolvedPath | undefined {
  try {
    const resolved = fileSystem.resolve(root);
    if (!(resolved instanceof Promise)) return resolved;
    // Who answers later is not waited for here; whoever needs the root will hear of its failure.
    resolved.catch(() => undefined);
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
  }
  return undefined;
}

/** The search folder if it lies inside the roots, else all roots that can be used. */
export async function findSearchBases(
  { searchFolder, surroundings }: Location,
  roots: Roots,
  fileSystem: FileSystem,
): Promise<SearchBases> {
  if (searchFolder !== undefined && (await isFolderInside(searchFolder, roots, fileSystem)))
    return { folders: [searchFolder], problems: [] };
  const { folders, problems } = await roots.lookUp();
  const [first, ...others] = outermost(folders).map(({ given }) => given);
  const fallback = problems[0]?.root ?? surroundings.workingDirectory;
  return { folders: [first ?? (fallback as AbsolutePath), ...others], problems };
}

/** In the order of their names; a folder inside another is searched with that one. */
function outermost(folders: readonly RootFolder[]): readonly RootFolder[] {
  const kept = folders.filter(
    ({ real }, index) =>
      !folders.some(
        (other, otherIndex) => isInside(real, other.real) && (other.real !== real || otherIndex < index),
      ),
  );
  return kept.toSorted((a, b) => (a.given < b.given ? -1 : 1));
}

async function isFolderInside(folder: AbsolutePath, roots: Roots, fileSystem: FileSystem): Promise<boolean> {
  try {
    const { realPath, stat } = await fileSystem.resolve(folder);
    return stat?.kind === "directory" && (await roots.contains(realPath));
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    return false;
  }
}
