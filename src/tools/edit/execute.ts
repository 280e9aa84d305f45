import { uniteRanges } from "../../text/line-ranges.js";
import { applyChange, changeEventsOf, ledgerUpdateOf } from "../change/apply-change.js";
import { requirePlanned } from "../change/change-plan.js";
import { isKeptByUser } from "../change/planned-change.js";
import type { CallContext } from "../context.js";
import type { EditPlan } from "./check.js";
import type { SmallEditDetails } from "./edit-details.js";
import { type EditOutcome, outputOf } from "./edit-outcome.js";
import { executeLargeEdit } from "./execute-large-edit.js";

export async function executeEdit(plan: EditPlan, context: CallContext): Promise<EditOutcome> {
  const details = requirePlanned(plan);
  return details.kind === "streamed"
    ? executeLargeEdit(plan.target, details, context)
    : executeSmallEdit(plan, details, context);
}

async function executeSmallEdit(
  { target }: EditPlan,
  details: SmallEditDetails,
  context: CallContext,
): Promise<EditOutcome> {
  const { planned, diff, outsideDiff } = details;
  const shown = { notes: [], diff, outsideDiff, isNew: planned.before === undefined, isKept: false };
  if (isKeptByUser(planned)) {
    return { output: outputOf(target.path, details, undefined), shown: { ...shown, isKept: true } };
  }
  const request = { target, planned, tool: "Edit", verb: "edit", matchTier: details.tier } as const;
  const applied = await applyChange(request, context);
  const known = ledgerUpdateOf(request, "edit");
  return {
    output: outputOf(target.path, details, applied.change),
    shown: { ...shown, notes: applied.notes },
    ledger: [
      planned.reviewed === undefined ? { ...known, shown: uniteRanges(known.shown, diff.shownLines) } : known,
    ],
    events: changeEventsOf(request, applied, context),
  };
}
