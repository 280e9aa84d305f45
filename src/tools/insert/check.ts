/** Everything that must hold before lines are inserted: a place that is there, and seen as it is now. */
import { planChange } from "../change/change-plan.js";
import type { CallContext } from "../context.js";
import type { CheckRequest } from "../define-tool.js";
import { adoptRevision, type EditPlan, planBySize } from "../edit/check.js";
import { refuseMissing } from "../path-refusals.js";
import { planLargeInsertion } from "./plan-large-insertion.js";
import { planSmallInsertion } from "./plan-small-insertion.js";
import type { InsertInput } from "./schema.js";

export function checkInsert(request: CheckRequest<InsertInput>, context: CallContext): Promise<EditPlan> {
  const { input } = request;
  return planChange(request, context, {
    make: (target, around) =>
      planBySize(target, around, {
        missing: async () => {
          throw await refuseMissing(target, around);
        },
        small: (present) => planSmallInsertion(input, target, present, around),
        large: () => planLargeInsertion(input, target, around),
      }),
    adopt: (details, revision, target) => adoptRevision(details, revision, target, context),
  });
}
