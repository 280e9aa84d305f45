/** Plans an edit and applies it, so that tests can say what a file becomes. */
import type { EditPlan, EditRequest } from "../../src/text/edit/edit-plan.js";
import { planEdit } from "../../src/text/edit/plan-edit.js";
import { applySplices } from "../../src/text/splice.js";

export type EditOptions = Partial<Omit<EditRequest, "oldString" | "newString">>;

export function requestOf(oldString: string, newString: string, options: EditOptions = {}): EditRequest {
  return {
    oldString,
    newString,
    replaceAll: false,
    exactOnly: false,
    stripTrailingBlanks: true,
    isProse: true,
    ...options,
  };
}

export function planOf(text: string, request: EditRequest): EditPlan {
  const plan = planEdit(text, request);
  if (plan.kind !== "plan") throw new Error(`No plan: ${JSON.stringify(plan)}`);
  return plan;
}

/** What the file becomes, behind the tier that found the old text. */
export function edit(
  text: string,
  oldString: string,
  newString: string,
  options: EditOptions = {},
): [tier: string, text: string] {
  const plan = planOf(text, requestOf(oldString, newString, options));
  return [plan.tier, applySplices(text, plan.splices)];
}
