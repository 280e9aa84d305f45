import type { RealPath } from "../../fs/paths.js";
import type { CommitNote } from "../../mutation/write-ahead.js";
import { applyChange, changeEventsOf, ledgerUpdateOf } from "../change/apply-change.js";
import { requirePlanned } from "../change/change-plan.js";
import { isKeptByUser, isNoChange, reviewOf } from "../change/planned-change.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import type { NotebookEditPlan } from "./check.js";
import type { NotebookEditDetails } from "./edit-details.js";
import type { NotebookEditOutput } from "./schema.js";

/** What the renderer needs besides the output. */
export interface NotebookEditShown {
  readonly notes: readonly CommitNote[];
  readonly details: NotebookEditDetails;
  readonly isUnchanged: boolean;
}

export type NotebookEditOutcome = Outcome<NotebookEditOutput, NotebookEditShown>;

export async function executeNotebookEdit(
  plan: NotebookEditPlan,
  context: CallContext,
): Promise<NotebookEditOutcome> {
  const details = requirePlanned(plan);
  const { target } = plan;
  const { planned } = details;
  const request = { target, planned, tool: "NotebookEdit", verb: "edit" } as const;
  const ledger = [{ ...ledgerUpdateOf(request, "edit"), unit: "cells" as const }];
  if (isNoChange(planned)) {
    const shown = { notes: [], details, isUnchanged: true };
    const output = outputOf(target.path, details, undefined);
    // Nothing was learned of a file that the user kept as it was.
    return isKeptByUser(planned) ? { output, shown } : { output, shown, ledger };
  }
  const applied = await applyChange(request, context);
  recordMove(target.realPath, details, context);
  return {
    output: outputOf(target.path, details, applied.change),
    shown: { notes: applied.notes, details, isUnchanged: false },
    ledger,
    events: changeEventsOf(request, applied, context),
  };
}

/** Where a person had a hand in it, any cell behind the first change may be another. */
function recordMove(path: RealPath, details: NotebookEditDetails, { session }: CallContext): void {
  const { mode, order, planned } = details;
  if (mode === "replace" && planned.reviewed === undefined) return;
  session.cellMoves.record(path, order.index, session.issuedCalls);
}

function outputOf(
  path: string,
  { input, mode, edited, notebook, originalText, updatedText, planned }: NotebookEditDetails,
  change: string | undefined,
): NotebookEditOutput {
  return {
    new_source: mode === "delete" ? "" : input.new_source,
    ...(edited.oldSource === undefined ? {} : { old_source: edited.oldSource }),
    cell_id: edited.cell.shownId,
    cell_type: edited.cell.type,
    language: notebook.language,
    edit_mode: mode,
    notebook_path: path,
    original_file: originalText,
    updated_file: updatedText,
    structuredPatch: planned.hunks,
    ...reviewOf(planned),
    ...(change === undefined ? {} : { change }),
  };
}
