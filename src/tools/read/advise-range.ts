/** The next call for a text that was saved to be read on: an offset and a limit that pass the gates of Read. */
import type { RealPath } from "../../fs/paths.js";
import type { CallContext } from "../context.js";
import { DEFAULT_LINES, type ReadPlan } from "./check.js";
import { findFittingLimit } from "./over-limit.js";
import { loadPage } from "./page.js";

/**
 * How many lines a Read of the file may ask for from `startLine` on. That very Read is made here, up to what it would
 * show, so following the advice works. `undefined` if not even one line fits, or the file would not be shown as text.
 */
export async function findRangeToRead(
  path: RealPath,
  startLine: number,
  context: CallContext,
): Promise<number | undefined> {
  const { stat } = await context.workspace.fileSystem.resolve(path);
  const plan: ReadPlan = {
    accesses: [],
    path,
    realPath: path,
    stat,
    startLine,
    maxLines: DEFAULT_LINES,
    hasLimit: true,
    isWhole: false,
    isTrial: true,
    pages: undefined,
    isLookalike: false,
    failure: undefined,
  };
  const loaded = await loadPage(plan, context);
  return loaded.kind === "page" ? findFittingLimit(plan, loaded.page, context) : undefined;
}
