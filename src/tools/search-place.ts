/** Where a search looks: resolved before permission, judged after it, like every path. */
import { basename, dirname, join, relative } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import { isInside } from "../fs/containment.js";
import type { FileStat, FileSystemError } from "../fs/file-system.js";
import { guardPath } from "../fs/guard-path.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { describeRootProblem, type RootProblem } from "../fs/root-problems.js";
import { visiblePath } from "../text/visible.js";
import type { CallContext } from "./context.js";
import type { Access } from "./define-tool.js";
import { createShowPolicy, mayShow, type Shown } from "./judge-access.js";
import { locatePath } from "./locate-path.js";
import { findNearFiles, findNearFolders } from "./path-refusals.js";

export interface SearchPlace {
  /** As it was given: what is found is shown below it. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
  /** Why the path could not be resolved; told after permission. */
  readonly failure: FileSystemError | undefined;
}

/** The folders or files that a search looks in. There are several only where there are several roots. */
export interface SearchPaths {
  readonly paths: readonly [AbsolutePath, ...AbsolutePath[]];
  /** Roots that would have been searched too, but can't be used. */
  readonly skippedRoots: readonly RootProblem[];
}

/**
 * An absolute path is searched as it is. A relative one is taken from the folders that searches begin in: with several, it is
 * searched below each of them where it exists. Without a path, those folders themselves are searched.
 */
export async function findSearchPaths(
  given: string | undefined,
  absolute: AbsolutePath | undefined,
  context: CallContext,
): Promise<SearchPaths> {
  if (absolute !== undefined) return { paths: [absolute], skippedRoots: [] };
  const { workspace } = context;
  const { folders, problems: skippedRoots } = await workspace.findSearchBases();
  const below = (base: AbsolutePath): AbsolutePath =>
    given === undefined ? base : guardPath(join(base, given), workspace.surroundings);
  const [first, ...others] = folders;
  const paths: SearchPaths["paths"] = [below(first), ...others.map(below)];
  if (others.length === 0) return { paths, skippedRoots };
  const [firstUsable, ...otherUsable] = await findUsable(paths, context);
  return { paths: firstUsable === undefined ? paths : [firstUsable, ...otherUsable], skippedRoots };
}

/** Those that exist and are not denied, without any that lies inside another: nothing is searched twice. */
async function findUsable(
  paths: readonly AbsolutePath[],
  context: CallContext,
): Promise<readonly AbsolutePath[]> {
  const mayName = createShowPolicy(context);
  const places = await Promise.all(paths.map((path) => resolvePlace(path, context)));
  const usable = places.filter(({ path, realPath, stat }) => {
    const kind = stat?.kind === "directory" ? "folder" : "file";
    return stat !== undefined && mayName({ path, realPath, kind });
  });
  const isCovered = ({ realPath }: SearchPlace, index: number): boolean =>
    usable.some(
      (other, otherIndex) =>
        isInside(realPath, other.realPath) && (realPath !== other.realPath || otherIndex < index),
    );
  return usable.filter((place, index) => !isCovered(place, index)).map(({ path }) => path);
}

export async function resolvePlace(path: AbsolutePath, context: CallContext): Promise<SearchPlace> {
  return { path, failure: undefined, ...(await locatePath(path, context)) };
}

export function accessOf({ path, realPath, stat }: SearchPlace): Access {
  return { operation: "read", path, realPath, stat };
}

/** A file that was found below the place, under the name it is shown by and the one it really has. */
export function shownBelow({ path, realPath }: SearchPlace, way: string, found: RealPath): Shown {
  return {
    path: (path as string) === realPath ? found : (join(path, way) as AbsolutePath),
    realPath: found,
    kind: "file",
  };
}

/**
 * Names paths that a search has trouble with, below the place or above it. Above a place that was named through a link there
 * is nothing to name: that would tell where the link leads.
 */
export function createPlaceNames(
  place: SearchPlace,
  context: CallContext,
): (path: AbsolutePath) => Promise<string | undefined> {
  return async (path) => {
    const realPath = path as unknown as RealPath;
    const isBelow = isInside(path, place.realPath);
    if (!isBelow && (place.path as string) !== place.realPath) return undefined;
    const shown = isBelow
      ? shownBelow(place, relative(place.realPath, path), realPath)
      : { path, realPath, kind: "file" as const };
    return (await mayShow(shown, context)) ? shown.path : undefined;
  };
}

interface Expected {
  /** Files are suggested too where a file would do. */
  readonly mayBeFile: boolean;
  readonly skippedRoots: readonly RootProblem[];
}

/** What is there, once it may be told. */
export async function requireExisting(
  place: SearchPlace,
  context: CallContext,
  { mayBeFile, skippedRoots }: Expected,
): Promise<FileStat> {
  if (place.failure !== undefined) throw place.failure;
  if (place.stat !== undefined) return place.stat;
  const problem = skippedRoots.find(({ root }) => root === place.path);
  if (problem !== undefined) {
    const sentence = `${describeRootProblem(problem)} There is nothing to search. Tell the user to name a root that exists.`;
    throw new ToolError("FILE_NOT_FOUND", sentence, { data: { path: place.path } });
  }
  const suggestions = [
    ...(await findNearFolders(place.realPath, context)),
    ...(mayBeFile ? await findNearFiles(place.realPath, context) : []),
  ].slice(0, 3);
  const { folders } = await context.workspace.findSearchBases();
  const base = folders.length === 1 ? visiblePath(folders[0]) : "all roots";
  const advice = suggestions.length > 0 ? undefined : `Leave path out to search ${base}.`;
  throw new ToolError(
    "FILE_NOT_FOUND",
    `Path does not exist: ${visiblePath(place.path)}.${advice === undefined ? "" : ` ${advice}`}`,
    {
      data: { path: place.path, suggestions },
      ...(suggestions.length > 0
        ? { hint: `Did you mean ${suggestions.map(visiblePath).join(" or ")}?` }
        : {}),
    },
  );
}

export function refuseNoDirectory({ path, stat }: SearchPlace): ToolError {
  const [folder, name] = [dirname(path), basename(path)];
  const [kind, otherwise] =
    stat?.kind === "file" ? ["a file", ", or Read the file"] : ["a pipe, socket or device", ""];
  return new ToolError(
    "NOT_DIRECTORY",
    `${visiblePath(path)} is ${kind}, not a directory. Glob looks into directories: give path "${visiblePath(folder)}"${otherwise}.`,
    { data: { path, folder, name } },
  );
}
