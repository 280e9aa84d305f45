/**
 * Mastra's approvals. A call that needs a person suspends itself, with its questions as the payload; whoever resumes the run
 * brings the answer. Not `requireApproval`: that is not told which call it decides about, nor what the person has seen.
 */
import type { Answer, GivenAnswer, Question } from "../../permissions/ask.js";
import type { Approvals, SdkCall } from "../common/approvals.js";

const UNREADABLE = "The host's answer says neither yes nor no. Tell the user that it could not be read.";

/** What a suspended call tells the host: `suspendPayload` of the chunk `tool-call-suspended`. */
export interface SuspendedCall {
  /** What to show: one question, but for a search in several places. */
  readonly questions: readonly Question[];
}

/**
 * What a run is resumed with: `approveToolCall` and `declineToolCall` send the first two, `resumeStream` and `resumeGenerate`
 * whatever else the person has to say.
 */
export interface PersonsDecision {
  readonly approved: boolean;
  /** Why not. It reaches the model. */
  readonly reason?: string;
  /** The whole content that the file is to have instead of what was proposed. */
  readonly content?: string;
  /** Reaches the model with the result. */
  readonly comment?: string;
  readonly remember?: "session" | "always";
}

export function isSuspendedCall(payload: unknown): payload is SuspendedCall {
  return (
    typeof payload === "object" &&
    payload !== null &&
    "questions" in payload &&
    Array.isArray(payload.questions)
  );
}

/**
 * The person's answers to what a call was suspended with, whichever process showed it to them. To a plain yes belongs what the
 * host has kept for it here; anything else is said by the decision itself.
 */
export function readAnswers(
  call: SdkCall,
  { questions }: SuspendedCall,
  decision: unknown,
  approvals: Approvals,
): readonly GivenAnswer[] {
  const kept = approvals.take(call);
  const answer = toAnswer(decision);
  const isPlainYes = answer.answer === "allow" && Object.keys(answer).length === 1;
  return isPlainYes && kept !== undefined && kept.length > 0
    ? kept
    : questions.map((question) => ({ question, answer }));
}

function toAnswer(decision: unknown): Answer {
  if (!isDecision(decision)) return { answer: "deny", reason: UNREADABLE };
  const { approved, reason, content, comment, remember } = decision;
  if (!approved) return { answer: "deny", ...(reason === undefined ? {} : { reason }) };
  return {
    answer: "allow",
    ...(content === undefined ? {} : { content }),
    ...(comment === undefined ? {} : { comment }),
    ...(remember === undefined ? {} : { remember }),
  };
}

function isDecision(value: unknown): value is PersonsDecision {
  if (typeof value !== "object" || value === null || !("approved" in value)) return false;
  const isTextOrAbsent = (part: unknown): boolean => part === undefined || typeof part === "string";
  const { approved, reason, content, comment, remember }: Partial<Record<keyof PersonsDecision, unknown>> =
    value;
  return (
    typeof approved === "boolean" &&
    [reason, content, comment].every(isTextOrAbsent) &&
    (remember === undefined || remember === "session" || remember === "always")
  );
}
