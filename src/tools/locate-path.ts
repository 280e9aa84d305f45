/**
 * Where a path leads, for the sake of judging it. A path that can't be resolved (a name that is too long, a closed folder, a
 * circle of links) is judged by where it leads as far as it can be followed: judged by its letters, the failure would tell
 * whether a folder outside the roots, or a denied one, exists.
 */
import { parse } from "node:path";
import { FileSystemError, type MaybePromise, type ResolvedPath } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import { isProcessFile } from "../permissions/process-files.js";
import { createShowPolicy, type JudgeContext } from "./judge-access.js";

export interface LocatedPath extends ResolvedPath {
  /** Why the path can't be resolved; to be told after permission. */
  readonly failure?: FileSystemError;
}

/** Errors that tell of a link or folder on the way: without `leadsTo` it may lie anywhere. Others, such as EIO, are the disk's. */
const linkErrors: ReadonlySet<string> = new Set([
  "ELOOP",
  "EACCES",
  "EPERM",
  "ENAMETOOLONG",
  "ENOTDIR",
  "ENOENT",
  "MOVED",
]);

type LocateContext = Pick<JudgeContext, "workspace" | "policy">;

/** Returns at once unless the disk is slow or the path can't be resolved. */
export function locatePath(path: AbsolutePath, context: LocateContext): MaybePromise<LocatedPath> {
  const failed = (cause: unknown): Promise<LocatedPath> => locateUnresolved(path, cause, context);
  try {
    const resolved = context.workspace.fileSystem.resolve(path);
    return resolved instanceof Promise ? resolved.catch(failed) : resolved;
  } catch (cause) {
    return failed(cause);
  }
}

/** Of the places that the links on the way lead to, the first that may not be shown decides. */
async function locateUnresolved(
  path: AbsolutePath,
  failure: unknown,
  context: LocateContext,
): Promise<LocatedPath> {
  if (!(failure instanceof FileSystemError)) throw failure;
  const mayName = createShowPolicy(context);
  const unknown = linkErrors.has(failure.code) ? parse(path).root : path;
  const places = failure.leadsTo ?? [unknown as RealPath];
  let last = path as unknown as RealPath;
  for (const [index, realPath] of places.entries()) {
    // The way through a process, such as `/proc/self/root`, is judged where it leads, as it is where the path can be resolved.
    if (index < places.length - 1 && isProcessFile(realPath)) continue;
    last = realPath;
    const isShown = ["file", "folder"].every((kind) =>
      mayName({ path, realPath, kind: kind as "file" | "folder" }),
    );
    if (!isShown || !(await context.workspace.roots.contains(realPath))) break;
  }
  return { realPath: last, stat: undefined, failure };
}
