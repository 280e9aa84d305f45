import { applyChange, changeEventsOf, ledgerUpdateOf } from "../change/apply-change.js";
import { requirePlanned } from "../change/change-plan.js";
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
  const request = { target, planned: details.planned, tool: "Edit", verb: "edit" } as const;
  const applied = await applyChange(request, context);
  return {
    output: outputOf(target.path, details, applied.change),
    shown: {
      notes: applied.notes,
      outsideDiff: details.outsideDiff,
      isNew: details.planned.before === undefined,
    },
    ledger: ledgerUpdateOf(request, "edit"),
    events: changeEventsOf(request, applied, context),
  };
}
