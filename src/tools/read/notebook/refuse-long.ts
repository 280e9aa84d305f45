/** A notebook too long for one answer: an outline of it, and cells that are certain to fit because they were tried. */
import { ToolError } from "../../../errors/tool-error.js";
import type { OpenNotebook } from "../../../media/notebook/open-notebook.js";
import { formatBytes, formatCount, plural } from "../../../text/quantities.js";
import type { CallContext } from "../../context.js";
import { viewCells } from "../../notebook/view-cells.js";
import type { ReadPlan } from "../check.js";

const OUTLINE_CHARACTERS = 3000;

export async function refuseLongNotebook(
  plan: ReadPlan,
  notebook: OpenNotebook,
  tokens: number,
  context: CallContext,
): Promise<ToolError> {
  const { maxTokens } = context.session.limits;
  const size = plan.stat?.size ?? 0;
  const firstCell = plan.startLine - 1;
  const wanted = Math.min(plan.maxLines, notebook.cells.length - firstCell);
  const limit = await countFitting(notebook, firstCell, wanted, context);
  const nextCall = limit === 0 ? undefined : { file_path: plan.path, offset: plan.startLine, limit };
  const advice =
    nextCall === undefined
      ? "Not even the first of them fits: use Grep to find the part you need."
      : `Read it with offset ${nextCall.offset} and limit ${nextCall.limit}, which count cells.`;
  return new ToolError(
    "TOO_MANY_TOKENS",
    `${plural(wanted, "cell")} of this notebook (${formatBytes(size)}) come to ${formatCount(tokens)} tokens, over the cap of ${formatCount(maxTokens)} for one Read, although their outputs were cut. ${advice}`,
    {
      data: { filePath: plan.path, size, maxTokens, tokens, totalCells: notebook.cells.length, nextCall },
      hint: `Its cells:\n${await notebook.outline(OUTLINE_CHARACTERS)}`,
    },
  );
}

/** The most cells, by halving, that were seen to fit; 0 when one alone does not. */
async function countFitting(
  notebook: OpenNotebook,
  firstCell: number,
  wanted: number,
  context: CallContext,
): Promise<number> {
  for (let count = Math.floor(wanted / 2); count >= 1; count = Math.floor(count / 2)) {
    const view = await viewCells(notebook, { firstCell, maxCells: count }, context);
    if (view.kind === "view") return count;
  }
  return 0;
}
