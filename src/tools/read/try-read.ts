/** Makes a Read without showing or recording anything, to learn whether it would be answered. */
import { ToolError } from "../../errors/tool-error.js";
import type { CallContext } from "../context.js";
import { DEFAULT_LINES, type ReadPlan } from "./check.js";
import { executeRead } from "./execute.js";

/** Lines, or cells of a notebook. */
export interface ReadRange {
  readonly offset: number;
  readonly limit: number;
}

export type TriedRead =
  | { readonly fits: true }
  /** Too long; `fitting` is a range that is not, from the same start. */
  | { readonly fits: false; readonly fitting: ReadRange | undefined };

/** Without a range, tries a Read of the whole file. Whatever else a Read would say is not the caller's concern. */
export async function tryRead(
  range: ReadRange | undefined,
  { path, realPath, stat }: Pick<ReadPlan, "path" | "realPath" | "stat">,
  context: CallContext,
): Promise<TriedRead> {
  const plan: ReadPlan = {
    accesses: [],
    path,
    realPath,
    stat,
    startLine: range?.offset ?? 1,
    maxLines: range?.limit ?? DEFAULT_LINES,
    hasLimit: range !== undefined,
    isWhole: false,
    isTrial: true,
    pages: undefined,
    isLookalike: false,
    failure: undefined,
  };
  try {
    await executeRead(plan, context);
    return { fits: true };
  } catch (cause) {
    const isTooLong =
      cause instanceof ToolError && (cause.code === "TOO_MANY_TOKENS" || cause.code === "FILE_TOO_LARGE");
    if (!isTooLong) return { fits: true };
    const next = cause.data["nextCall"] as ReadRange | undefined;
    return { fits: false, fitting: next && { offset: next.offset, limit: next.limit } };
  }
}
