import type { CommitNote } from "../../mutation/write-ahead.js";
import { applyChange, changeEventsOf, ledgerUpdateOf } from "../change/apply-change.js";
import { requirePlanned } from "../change/change-plan.js";
import { isKeptByUser, isNoChange, reviewOf } from "../change/planned-change.js";
import type { CallContext } from "../context.js";
import type { Outcome } from "../define-tool.js";
import type { WriteDetails, WritePlan } from "./check.js";
import type { WriteOutput } from "./schema.js";

/** What the renderer needs besides the output. */
export interface WriteShown {
  readonly notes: readonly CommitNote[];
  readonly details: WriteDetails;
  readonly isUnchanged: boolean;
}

export type WriteOutcome = Outcome<WriteOutput, WriteShown>;

export async function executeWrite(plan: WritePlan, context: CallContext): Promise<WriteOutcome> {
  const details = requirePlanned(plan);
  const { planned, content, originalText } = details;
  const { target } = plan;
  const request = { target, planned, tool: "Write", verb: "write" } as const;
  const output: WriteOutput = {
    type: planned.before === undefined ? "create" : "update",
    filePath: target.path,
    content,
    structuredPatch: planned.hunks,
    originalFile: originalText,
    ...reviewOf(planned),
  };
  // Nothing was learned of a file that stays as it was.
  if (isKeptByUser(planned)) return { output, shown: { notes: [], details, isUnchanged: true } };
  const ledger = [ledgerUpdateOf(request, "write")];
  if (isNoChange(planned)) {
    return { output, shown: { notes: [], details, isUnchanged: true }, ledger };
  }
  const applied = await applyChange(request, context);
  return {
    output: applied.change === undefined ? output : { ...output, change: applied.change },
    shown: { notes: applied.notes, details, isUnchanged: false },
    ledger,
    events: changeEventsOf(request, applied, context),
  };
}
