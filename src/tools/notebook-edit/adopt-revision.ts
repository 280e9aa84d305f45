/** A person's version of a whole notebook in the place of the one that an edit of a cell proposed. */
import { ToolError } from "../../errors/tool-error.js";
import { runInTurns } from "../../media/notebook/in-turns.js";
import { cellTexts, findAddedProblem, type NotebookText } from "../../notebook/find-added-problem.js";
import { parseNotebook } from "../../notebook/parse-notebook.js";
import { diffLines } from "../../text/diff/diff-lines.js";
import type { LineChange } from "../../text/diff/line-change.js";
import { mapLines } from "../../text/diff/map-lines.js";
import { type LineRanges, lineRange, subtractRanges, uniteRanges } from "../../text/line-ranges.js";
import { addedLines } from "../change/known-lines.js";
import type { PlannedChange } from "../change/planned-change.js";
import { renderReviewedDiff } from "../change/render-change.js";
import type { Revision } from "../change/revise-change.js";
import type { ChangeTarget } from "../change/target.js";
import type { CallContext } from "../context.js";
import { describeProblem } from "../notebook/describe-problem.js";
import type { CellOrder } from "./cell-order.js";
import type { NotebookEditDetails } from "./edit-details.js";

export async function adoptRevision(
  proposal: NotebookEditDetails,
  { planned, text }: Revision,
  target: ChangeTarget,
  context: CallContext,
): Promise<NotebookEditDetails> {
  const base = { text: proposal.originalText, notebook: proposal.notebook };
  const after = await parseSent(text, target, context);
  const problem = await runInTurns(findAddedProblem(base, after), context.signal);
  if (problem !== undefined) throw refuseNotebook(problem, target);
  const proposed = await parseSent(proposal.updatedText, target, context);
  return {
    ...proposal,
    updatedText: text,
    planned: {
      ...planned,
      totalLines: after.notebook.cells.length,
      shown: cellsKnownOf(proposal.planned.shown, changesBetween(proposed, after), planned),
    },
    order: orderOf(base, after),
    convertedFrom: undefined,
    hasClearedOutputs: false,
  };
}

async function parseSent(text: string, target: ChangeTarget, { signal }: CallContext): Promise<NotebookText> {
  const notebook = await runInTurns(parseNotebook(text), signal);
  if (notebook.kind !== "notebook") throw refuseNotebook(describeProblem(notebook), target);
  return { text, notebook };
}

function refuseNotebook(reason: string, target: ChangeTarget): ToolError {
  return new ToolError("NOTEBOOK_INVALID", `It would leave a notebook that Jupyter refuses: ${reason}.`, {
    data: { filePath: target.path, reason },
  });
}

/** In cells, as the ledger counts notebooks. */
function changesBetween(before: NotebookText, after: NotebookText): readonly LineChange[] {
  return diffLines(cellTexts(before), cellTexts(after)).changes;
}

/**
 * Cells that were known and are unchanged stay known. What the person made of known cells is known where the answer shows
 * all of it; a cell that stands in the place of unknown ones may have lines that were never shown.
 */
function cellsKnownOf(
  known: LineRanges,
  changes: readonly LineChange[],
  { reviewed }: PlannedChange,
): LineRanges {
  const kept = mapLines(changes, known);
  if (!renderReviewedDiff(reviewed?.hunks ?? []).isWhole) return kept;
  const ofKnown = changes.filter(
    ({ beforeStart, beforeEnd }) => subtractRanges(lineRange(beforeStart + 1, beforeEnd), known).length === 0,
  );
  return uniteRanges(kept, addedLines(ofKnown));
}

/** The cells as they are now, from the first on that the change may have touched. */
function orderOf(base: NotebookText, after: NotebookText): CellOrder {
  const { cells } = after.notebook;
  const changes = changesBetween(base, after);
  const index = changes[0]?.afterStart ?? 0;
  const isMoved = changes.some(
    ({ beforeStart, beforeEnd, afterStart, afterEnd }) => beforeEnd - beforeStart !== afterEnd - afterStart,
  );
  return {
    cells: cells.map(({ id, shownId, type, source }) => ({ id, shownId, type, source })),
    index,
    hasMoved: isMoved && cells.slice(index).some(({ id }) => id === undefined),
  };
}
