/**
 * What a call would need, found out without making it: for hosts that ask a person before they run a tool. It goes the way
 * of a call up to the question, asks no one and changes nothing. Files and rules may be others a moment later, so that the
 * call itself decides anew; what a person has answered meanwhile goes with it, as `answers`.
 */
import type { Question } from "../permissions/ask.js";
import { restoreEntry } from "../session/saved-ledger.js";
import { makeQuestion } from "./ask-about.js";
import type { CallContext, CallOrigin } from "./context.js";
import type { AnyTool, Plan } from "./define-tool.js";
import { createCallTokens } from "./host-hooks.js";
import { recordRefusal } from "./record-known.js";
import { refuseDenied, requirePermission } from "./require-permission.js";
import { answerFailure, type CallResult, parseRequest, settleSession } from "./run.js";

export type Verdict =
  /** It would be carried out without anyone being asked. */
  | { readonly answer: "allow" }
  /** A person would be asked this, in this order; one question, but for a search in several places. */
  | { readonly answer: "ask"; readonly questions: readonly Question[] }
  /** It would be answered with this: a rule denies it, or it can't be carried out as it is. */
  | {
      readonly answer: "refuse";
      readonly result: CallResult;
      /** Call it after showing `result` to the model: an outside change that it shows whole then counts as seen. */
      readonly acknowledge?: () => void;
    };

export async function decideCall(tool: AnyTool, rawInput: unknown, origin: CallOrigin): Promise<Verdict> {
  try {
    origin.signal?.throwIfAborted();
    const request = parseRequest(tool, rawInput, origin);
    const { workspace, permissions, proof } = origin;
    const policy = await permissions.policy({ isExact: !tool.traits.readOnly });
    if (!origin.session.isSettled) await settleSession(origin);
    await workspace.access.findState();
    if (!tool.traits.readOnly) await workspace.recovered();
    const seen = proof === undefined ? {} : { seen: restoreEntry(proof) };
    const context: CallContext = { ...origin, policy, tokens: createCallTokens(origin), ...seen };
    const plan: Plan = await tool.check(await refuseDenied(tool, request, context), context);
    const questions: Question[] = [];
    await requirePermission(tool, plan, context, async (_, asked) => {
      questions.push(makeQuestion(tool, asked, plan, context));
      return plan;
    });
    return questions.length === 0 ? { answer: "allow" } : { answer: "ask", questions };
  } catch (cause) {
    const result = await answerFailure(cause, tool, origin);
    return { answer: "refuse", result, acknowledge: () => recordRefusal(cause, origin) };
  }
}
