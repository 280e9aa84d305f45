/**
 * Where the path leads. Nothing here tells whether a file exists: that comes after permission, so that a path outside
 * the roots can't be probed.
 */
import { ToolError } from "../../errors/tool-error.js";
import type { FileStat, FileSystemError, MaybePromise, ResolvedPath } from "../../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../../fs/paths.js";
import type { CallContext } from "../context.js";
import type { CheckRequest, Plan } from "../define-tool.js";
import { mayShow } from "../judge-access.js";
import { type LocatedPath, locatePath } from "../locate-path.js";
import { findLookalike } from "./find-lookalike.js";
import { type PageRange, parsePages } from "./pages.js";
import type { ReadInput } from "./schema.js";

export const DEFAULT_LINES = 2000;

export interface ReadPlan extends Plan {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly stat: FileStat | undefined;
  readonly startLine: number;
  readonly maxLines: number;
  readonly hasLimit: boolean;
  /** No part was asked for, so that a picture can be shown as such and a name be held to what it promises. */
  readonly isWhole: boolean;
  /** Nothing is shown: views that are still visible are left alone. */
  readonly isTrial?: boolean;
  readonly pages: PageRange | undefined;
  /** The name differs from the one asked for in spaces or accents only. */
  readonly isLookalike: boolean;
  /** Why a file that is named like a notebook is shown as text. */
  readonly notebookProblem?: string;
  /** Why the path could not be resolved; told after permission, like everything about what is there. */
  readonly failure: FileSystemError | undefined;
}

export function checkRead(
  { input, path, resolved: known }: CheckRequest<ReadInput>,
  context: CallContext,
): MaybePromise<ReadPlan> {
  if (path === undefined) throw new ToolError("INPUT_INVALID", "Read: file_path is required");
  const pages = parsePages(input.pages);
  const plan = (found: Found): ReadPlan => ({
    accesses: [{ operation: "read", path, realPath: found.realPath, stat: found.stat }],
    path,
    startLine: Math.max(1, input.offset ?? 1),
    maxLines: input.limit ?? DEFAULT_LINES,
    hasLimit: input.limit !== undefined,
    isWhole: input.limit === undefined && input.offset === undefined,
    pages,
    isLookalike: false,
    failure: undefined,
    ...found,
  });
  const found = (located: LocatedPath): MaybePromise<ReadPlan> =>
    located.stat === undefined && located.failure === undefined
      ? lookFurther(path, located, context).then(plan)
      : plan(located);
  const located = known ?? locatePath(path, context);
  return located instanceof Promise ? located.then(found) : found(located);
}

interface Found extends LocatedPath {
  readonly isLookalike?: boolean;
}

/** Only inside the roots: elsewhere the look-alike's name would tell that it exists. */
async function lookFurther(path: AbsolutePath, missing: ResolvedPath, context: CallContext): Promise<Found> {
  if (!(await mayShow({ path, realPath: missing.realPath, kind: "file" }, context))) return missing;
  const lookalike = await findLookalike(missing.realPath, context);
  return lookalike === undefined ? missing : { ...lookalike, isLookalike: true };
}
