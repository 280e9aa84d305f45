/**
 * What a person's yes is worth. The SDK keeps no more of it than the call's id, or that every call of a tool is approved, which
 * also takes back what was rejected before; a yes counts for what was shown.
 */
import type { GivenAnswer } from "../../permissions/ask.js";
import type { Approvals, PendingApproval, SdkCall } from "../common/approvals.js";

export type Settled =
  /** What goes with the call. */
  | { readonly answers: readonly GivenAnswer[] | undefined }
  /** Said to the model instead of making the call. */
  | { readonly refusal: string };

export interface Approved {
  /** Whether the person has approved all calls of the tool. */
  readonly isStanding: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** No model gives a call this id: what is approved under it is approved for every call. */
export const ANY_CALL = "";

const SHOWN_ELSEWHERE =
  "The user's approval of this call can't be matched with what they were shown, because that was in another process or the rules have changed since. Nothing was changed. Make the call again; the user is then asked about it as it is now.";
const ASKED_EACH_TIME =
  "The user has approved all calls of this tool, but what this one would do has to be asked about each time, and no yes to it alone is known. Nothing was changed. Tell the user what you would do, and why.";

/** A call that waits here. Of what a standing yes does not cover, only an answer that was given here tells a yes from a no. */
export function settleShown(
  pending: PendingApproval,
  call: SdkCall,
  { isStanding }: Pick<Approved, "isStanding">,
  approvals: Approvals,
): Settled {
  if (!isStanding || pending.answer !== undefined || isCoveredByStandingYes(pending))
    return { answers: approvals.take(call) };
  approvals.forget(pending.id);
  return { refusal: ASKED_EACH_TIME };
}

/** A call that no one was shown here. */
export async function settleUnshown(
  call: SdkCall,
  { isStanding, signal }: Approved,
  approvals: Approvals,
): Promise<Settled> {
  const pending = await approvals.request(call, signal);
  if (pending === undefined) return { answers: [] };
  if (isStanding && isCoveredByStandingYes(pending)) return { answers: approvals.take(call) };
  approvals.forget(call.id);
  return { refusal: isStanding ? ASKED_EACH_TIME : SHOWN_ELSEWHERE };
}

/** A yes to whatever comes is worth what a yes for the session is: what no such yes could spare, it does not spare. */
function isCoveredByStandingYes({ questions }: PendingApproval): boolean {
  return questions.every(({ suggestions }) => suggestions.some(({ scope }) => scope === "session"));
}
