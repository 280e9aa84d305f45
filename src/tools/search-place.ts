/** Where a search looks: resolved before permission, judged after it, like every path. */
import { basename, dirname, join, relative } from "node:path";
import { ToolError } from "../errors/tool-error.js";
import { isInside } from "../fs/containment.js";
import { type FileStat, FileSystemError } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { visiblePath } from "../text/visible.js";
import type { CallContext } from "./context.js";
import type { Access } from "./define-tool.js";
import { mayShow, type Shown } from "./judge-access.js";
import { findNearFiles, findNearFolders } from "./path-refusals.js";

export interface SearchPlace {
  /** As it was given: what is found is shown below it. */
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
  /** Why the path could not be resolved; told after permission. */
  readonly failure: FileSystemError | undefined;
}

/** Of the path that was given, or else the working directory. */
export async function resolvePlace(
  given: AbsolutePath | undefined,
  { workspace }: CallContext,
): Promise<SearchPlace> {
  const path = given ?? (workspace.surroundings.workingDirectory as AbsolutePath);
  try {
    const { realPath, stat } = await workspace.fileSystem.resolve(path);
    return { path, realPath, stat, failure: undefined };
  } catch (failure) {
    if (!(failure instanceof FileSystemError)) throw failure;
    return { path, realPath: path as unknown as RealPath, stat: undefined, failure };
  }
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

/** What is there, once it may be told. Files are suggested too where a file would do. */
export async function requireExisting(
  place: SearchPlace,
  context: CallContext,
  { mayBeFile }: { readonly mayBeFile: boolean },
): Promise<FileStat> {
  if (place.failure !== undefined) throw place.failure;
  if (place.stat !== undefined) return place.stat;
  const suggestions = [
    ...(await findNearFolders(place.realPath, context)),
    ...(mayBeFile ? await findNearFiles(place.realPath, context) : []),
  ].slice(0, 3);
  const { workingDirectory } = context.workspace.surroundings;
  const advice =
    suggestions.length > 0
      ? undefined
      : `Leave path out to search the working directory, ${visiblePath(workingDirectory)}.`;
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
