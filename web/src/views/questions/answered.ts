/** What became of the answers that were given here: the call goes on after the answer, and may still not do it. */
import type { ActivityEvent, EngineQuestion } from "../../../../src/console/contract.js";

export interface GivenAnswer {
  readonly key: string;
  readonly question: EngineQuestion;
  readonly answer: "allow" | "deny";
  readonly at: number;
  /** Undefined while the call goes on. */
  readonly outcome: AnswerResult | undefined;
  /** The change in the history, once it is made. */
  readonly change: string | undefined;
  readonly isModified: boolean;
}

type AnswerResult = { readonly kind: "done" } | { readonly kind: "refused"; readonly code: string };

/** The same one when the event is about something else. */
export function noteEvent(given: GivenAnswer, { engine, event }: ActivityEvent): GivenAnswer {
  const { question } = given;
  const isOfCall =
    engine === question.engine &&
    event["sessionId"] === question.sessionId &&
    event["callId"] === question.callId;
  if (!isOfCall || given.outcome !== undefined) return given;
  if (event.type === "file-changed") {
    const change = event["change"];
    return {
      ...given,
      change: typeof change === "string" ? change : undefined,
      isModified: event["userModified"] === true,
    };
  }
  if (event.type !== "call-finished") return given;
  const code = event["code"];
  if (event["isError"] !== true) return { ...given, outcome: { kind: "done" } };
  return { ...given, outcome: { kind: "refused", code: typeof code === "string" ? code : "INTERNAL" } };
}

/** Sentences for what a person can do something about; the code says the rest. */
const refusals: Readonly<Record<string, string>> = {
  CANCELLED: "The agent has given the call up.",
  CONTENT_SUSPICIOUS: "The content looks damaged. The agent was told why.",
  DISK_FULL: "The disk is full.",
  FILE_BUSY: "Another program holds the file.",
  FILE_CHANGED_SINCE_READ:
    "The file was changed while the question stood. The agent was told to read it again.",
  FILE_EXISTS: "There is a file of that name by now. The agent was told to read it first.",
  FILE_NOT_FOUND: "The file is no longer there.",
  HISTORY_UNAVAILABLE: "The history could not be written, and nothing is changed without it.",
  MATCH_NOT_FOUND: "The text to be replaced is no longer there. The agent was told to read the file again.",
  PERMISSION_DENIED: "A rule denies it.",
  READ_ONLY_DISK: "The disk can't be written to.",
  SECRET_IN_CONTENT: "The content holds a secret, which must not be written to this file.",
};

export function describeResult({ question, answer, outcome, isModified }: GivenAnswer): string {
  if (answer === "deny") return "Rejected. The agent was told.";
  const isChange = question.operation === "write";
  if (outcome === undefined) return isChange ? "Accepted; being written…" : "Accepted; being read…";
  if (outcome.kind === "refused") {
    const why = refusals[outcome.code] ?? "The agent was told why.";
    return `${isChange ? "Not written" : "Not read"}: ${lowerFirst(why)}`;
  }
  if (!isChange) return "Read.";
  return isModified ? "Written, with your changes." : "Written.";
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
