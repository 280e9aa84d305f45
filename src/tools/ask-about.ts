/** One question: put together, asked, answered, and the answer carried out as far as it concerns permission. */
import { ToolError } from "../errors/tool-error.js";
import type { MaybePromise } from "../fs/file-system.js";
import type { Decision } from "../permissions/access.js";
import {
  type Answer,
  type GivenAnswer,
  orderByRisk,
  type Question,
  type ReviewFlag,
  type Suggestion,
} from "../permissions/ask.js";
import { findSuggestion } from "../permissions/check-answer.js";
import { describeReason } from "../permissions/describe-decision.js";
import { findGivenAnswer } from "../permissions/given-answers.js";
import { type Asking, NobodyLeft } from "../permissions/question-queue.js";
import {
  findContentRefusal,
  refuseByPerson,
  refuseCallByPerson,
  refuseCallUnasked,
  refuseNotYetAsked,
  refuseOutdatedAnswer,
  refuseUnasked,
} from "../permissions/refusals.js";
import { findReviewFlags } from "../permissions/review-flags.js";
import { type AskedAbout, grantOf, suggestAnswers } from "../permissions/suggestions.js";
import type { CallContext, CallOrigin } from "./context.js";
import type { Access, AnyTool, CheckRequest, Plan } from "./define-tool.js";
import { reportHookFailure } from "./host-hooks.js";
import { findWayToAllow } from "./judge-access.js";
import { reportingWait } from "./report-waiting.js";

/** Why is in the question's reason. */
const suspicionFlag: ReviewFlag = {
  kind: "suspicious-content",
  risk: "warning",
  text: "may not be what the agent meant to write",
};

/** What gets into such a file tells every later agent what to do. */
const memoryFlag: ReviewFlag = {
  kind: "memory-file",
  risk: "notice",
  text: "is read by agents in later conversations",
};

/** A decision to ask about a path. */
export interface AskedDecision {
  readonly access: Access;
  readonly decision: Decision;
  /** Decides once more, with all that decided to ask: the content too, not the path alone. */
  readonly judge: (context: CallContext) => MaybePromise<Decision>;
}

/** The plan that was permitted: the one that was asked about, or what the person made of it. */
export async function askAbout(
  tool: AnyTool,
  { access, decision, judge }: AskedDecision,
  plan: Plan,
  context: CallContext,
): Promise<Plan> {
  const { workspace, answers } = context;
  const { questions } = workspace.access;
  const isOfFile = plan.accesses.length > 0;
  const refuseUnanswered = (): ToolError => {
    if (answers?.length === 0) return refuseNotYetAsked(isOfFile ? access : tool.name, decision.by);
    if (!isOfFile) return refuseCallUnasked(tool.name, decision.by);
    if (answers !== undefined) return refuseOutdatedAnswer(access);
    const way = findWayToAllow(access, context);
    return (
      findContentRefusal(decision, plan.suspicion?.refusal, way) ?? refuseUnasked(access, decision.by, way)
    );
  };
  const describe = (): Question => makeQuestion(tool, { access, decision }, plan, context);
  const given = answers?.length ? findGivenAnswer(answers, describe()) : undefined;
  const onAsk = given === undefined ? context.onAsk : () => given;
  const isAnswered = (): boolean => onAsk !== undefined || questions.isAnswered;
  if (!isAnswered()) await workspace.listeners.seekPerson(isAnswered);
  if (!isAnswered()) throw refuseUnanswered();
  const question = describe();
  const isCovered = async (): Promise<boolean> => {
    const policy = await context.permissions.policy({ isExact: true });
    return (await judge({ ...context, policy })).answer === "allow";
  };
  let answer: Answer;
  try {
    answer = await putQuestion(question, { handler: onAsk, isCovered }, context);
  } catch (cause) {
    throw cause instanceof NobodyLeft ? refuseUnanswered() : cause;
  }
  if (answer.answer === "deny") {
    if (!isOfFile) throw refuseCallByPerson(tool.name, answer.reason);
    // Who says no without a reason says no to what the question was about.
    const suspected = findContentRefusal(decision, plan.suspicion?.refusal, findWayToAllow(access, context));
    throw refuseByPerson(access, answer.reason, suspected?.message);
  }
  if (answer.comment !== undefined) context.onComment?.(answer.comment);
  const suggestion = findSuggestion(answer.remember, question.suggestions);
  const permitted = answer.content === undefined ? plan : await revise(answer.content, plan);
  // Last, so that an answer which can't be carried out leaves nothing behind.
  if (suggestion !== undefined && suggestion.scope !== "once")
    await remember(suggestion, describeAsked(access, decision, context), context);
  return permitted;
}

/** Has a question answered by whoever can, and tells of both. */
async function putQuestion(
  question: Question,
  how: Pick<Asking, "handler" | "isCovered">,
  context: CallOrigin,
): Promise<Answer> {
  const { workspace, session, callId, signal } = context;
  const { tool, operation, realPath: path } = question;
  const origin = session.originOf(callId);
  let id = "";
  const onOpen = (given: string): void => {
    id = given;
    workspace.events.emit({ type: "permission-asked", tool, path, operation, question: id }, origin);
  };
  const tell = (answer: "allow" | "deny" | "withdrawn"): void =>
    workspace.events.emit({ type: "permission-answered", tool, path, answer, question: id }, origin);
  try {
    const onFailure = (error: unknown): void => reportHookFailure("onAsk", error, context);
    const asked = workspace.access.questions.ask({ question, ...origin, signal, ...how, onOpen, onFailure });
    const answer = await reportingWait(context, asked);
    tell(answer.answer);
    return answer;
  } catch (cause) {
    if (id !== "") tell("withdrawn");
    throw cause;
  }
}

/** What a person has denied before the call is not done, also if a rule has come to allow it since they were asked. */
export async function refuseDeniedBefore(
  { path }: Pick<CheckRequest<unknown>, "path">,
  answers: readonly GivenAnswer[],
  context: CallOrigin,
): Promise<void> {
  const denied = answers.find(({ answer }) => answer.answer === "deny");
  if (denied === undefined) return;
  const answer = await putQuestion(
    denied.question,
    { handler: () => denied.answer, isCovered: () => false },
    context,
  );
  const reason = answer.answer === "deny" ? answer.reason : undefined;
  // The place in a question about a call that names none is only where it would be made.
  throw path === undefined
    ? refuseCallByPerson(denied.question.tool, reason)
    : refuseByPerson(denied.question, reason);
}

function describeAsked(
  { operation, path, realPath, stat }: Access,
  { by }: Decision,
  context: CallContext,
): AskedAbout {
  const { workspace } = context;
  const root = workspace.roots.findRootOf(realPath);
  return {
    operation,
    path,
    realPath,
    isFolder: stat?.kind === "directory",
    reason: by,
    root,
    local: workspace.access.findLocalSettings(root?.given),
  };
}

/** What a person is asked, without asking them. */
export function makeQuestion(
  tool: AnyTool,
  { access, decision }: Pick<AskedDecision, "access" | "decision">,
  plan: Plan,
  context: CallContext,
): Question {
  const { operation, path, realPath } = access;
  const about = describeAsked(access, decision, context);
  const preview = plan.preview?.() ?? {};
  const names = [path, ...(decision.names ?? [])];
  const isExecutable = ((access.stat?.mode ?? 0) & 0o111) !== 0;
  const { policy, workspace } = context;
  const roots = policy.hostRoots ?? policy.roots;
  const isMemory = operation === "write" && workspace.listeners.memoryFiles.isKnown(access);
  return {
    tool: tool.name,
    operation,
    path,
    realPath,
    reason: describeReason(about.reason),
    ...preview,
    flags: orderByRisk([
      ...(plan.suspicion === undefined ? [] : [suspicionFlag]),
      ...(preview.change === undefined
        ? []
        : findReviewFlags(realPath, preview.change, names, { isExecutable, roots })),
      ...(isMemory ? [memoryFlag] : []),
    ]),
    suggestions: suggestAnswers(about),
  };
}

function revise(content: string, plan: Plan): MaybePromise<Plan> {
  if (plan.revise !== undefined) return plan.revise(content);
  throw new ToolError(
    "PERMISSION_DENIED",
    "The user wanted other content than was proposed, which can't be taken for this change. Nothing was changed. Ask the user how to go on.",
  );
}

async function remember(suggestion: Suggestion, about: AskedAbout, context: CallContext): Promise<void> {
  const { workspace, session, callId, permissions } = context;
  const grant = grantOf(suggestion, about);
  if (grant === undefined) return;
  if (suggestion.scope === "session") permissions.grant(grant);
  else {
    try {
      await workspace.access.permissions.store.addRule("allow", grant.text, "local", about.local?.root);
    } catch (error) {
      // Then at least for as long as the session lasts.
      permissions.grant(grant);
      const origin = session.originOf(callId);
      const file = suggestion.savedTo;
      workspace.events.emit({ type: "permission-not-saved", rule: grant.text, file, error }, origin);
    }
  }
  await workspace.access.questions.settleCovered();
}
