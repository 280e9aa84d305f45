import type { Answer, GivenAnswer } from "../../permissions/ask.js";
import { Approvals, isSameCall, type SdkCall } from "../common/approvals.js";

const unanswered: Answer = { answer: "deny", reason: "No one has said yet whether this may be done." };
const ambiguous: Answer = {
  answer: "deny",
  reason: "Two calls had the same id, so that no one can tell which of them was answered.",
};

/**
 * Approvals for loops that make every call, whether anyone has agreed or not: here that a call is made does not mean yes.
 * What waits and was not answered is refused, and so are calls that share an id: a rule may by now allow the one that was denied.
 */
export class GivenApprovals extends Approvals {
  override take(call: SdkCall): readonly GivenAnswer[] | undefined {
    const kept = this.find(call.id);
    if (kept !== undefined && !isSameCall(kept, call))
      // It stays: the call that it belongs to may come yet.
      return kept.questions.map((question) => ({ question, answer: ambiguous }));
    if (kept?.answer === undefined) this.answer(call.id, unanswered);
    return super.take(call);
  }
}
