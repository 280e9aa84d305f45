/**
 * Where the path leads. Nothing here tells whether a file exists: that comes after permission, so that a path outside
 * the roots can't be probed.
 */
import { ToolError } from "../../errors/tool-error.js";
import type { FileStat, MaybePromise, ResolvedPath } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { findLookalike } from "./find-lookalike.js";
import type { ReadInput } from "./schema.js";

export const DEFAULT_LINES = 2000;

export interface ReadPlan extends Plan {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
  readonly startLine: number;
  readonly maxLines: number;
  readonly hasLimit: boolean;
  readonly pages: string | undefined;
  /** The name differs from the one asked for in spaces or accents only. */
  readonly isLookalike: boolean;
}

export function checkRead(
  { input, path }: CheckRequest<ReadInput>,
  { workspace }: CallContext,
): MaybePromise<ReadPlan> {
  if (path === undefined) throw new ToolError("INPUT_INVALID", "Read: file_path is required");
  const decided = (resolved: ResolvedPath): MaybePromise<ReadPlan> =>
    resolved.stat === undefined ? lookFurther(resolved) : plan(resolved, false);
  const lookFurther = async (resolved: ResolvedPath): Promise<ReadPlan> => {
    const lookalike = await findLookalike(resolved.realPath, workspace.fileSystem);
    return lookalike === undefined ? plan(resolved, false) : plan(lookalike, true);
  };
  const plan = ({ realPath, stat }: ResolvedPath, isLookalike: boolean): ReadPlan => ({
    accesses: [{ operation: "read", path, realPath }],
    path,
    realPath,
    stat,
    startLine: Math.max(1, input.offset ?? 1),
    maxLines: input.limit ?? DEFAULT_LINES,
    hasLimit: input.limit !== undefined,
    pages: input.pages?.trim() === "" ? undefined : input.pages,
    isLookalike,
  });
  const resolved = workspace.fileSystem.resolve(path);
  return resolved instanceof Promise ? resolved.then(decided) : decided(resolved);
}
