/** Questions, and what answers to them would do, in words. */
import type { QuestionSummary } from "../../../../src/desk/desk.js";
import type { Suggestion } from "../../../../src/permissions/ask.js";
import { type AnswerDraft, extentOf } from "./answer-draft.js";

export type ChangeKind = "create" | "overwrite" | "update" | "read";

/** A tool that brings a whole file replaces what is there; the others change places in it. */
const WHOLE_FILE_TOOL = "Write";

export function kindOf({ tool, change }: QuestionSummary): ChangeKind {
  if (change === null) return "read";
  if (change.kind === "create") return "create";
  return tool === WHOLE_FILE_TOOL ? "overwrite" : "update";
}

export const kindWords: Readonly<Record<ChangeKind, string>> = {
  create: "New file",
  overwrite: "Overwrite",
  update: "Change",
  read: "Read",
};

/** What stands between the tool's name and the path. */
export function describeWish(question: QuestionSummary): string {
  const kind = kindOf(question);
  if (kind === "create") return "wants to create the new file";
  if (kind === "overwrite") return "wants to overwrite";
  if (kind === "update") return "wants to change";
  return question.operation === "write" ? "wants to write to" : "wants to read";
}

/** The flags of a question are told in the middle of a sentence elsewhere. */
export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How far an answer goes: for how long, and for what. */
export function describeScope({ scope, covers }: Suggestion): string {
  if (scope === "once") return "Only this once";
  const what = covers === "folder" ? "everything in this folder" : "this file";
  return scope === "session" ? `Until the session ends, for ${what}` : `Always, for ${what}`;
}

export interface AcceptLabel {
  readonly text: string;
  /** The rule that would be added, behind the text. */
  readonly rule: string | undefined;
}

export function labelAccept(question: QuestionSummary, draft: AnswerDraft): AcceptLabel {
  const suggestion = draft.remember === undefined ? undefined : question.suggestions[draft.remember];
  const what = describeAccepted(question, draft);
  if (suggestion === undefined || suggestion.scope === "once") return { text: what, rule: undefined };
  const howLong = suggestion.scope === "always" ? "and always allow" : "and in this session allow";
  return { text: `${what} ${howLong}`, rule: suggestion.rule };
}

function describeAccepted(question: QuestionSummary, draft: AnswerDraft): string {
  const { total, taken, isEdited } = extentOf(draft);
  if (isEdited && taken === total) return "Accept with your changes";
  if (taken < total) return `Accept ${taken} of ${total} hunks${isEdited ? " with your changes" : ""}`;
  const kind = kindOf(question);
  if (kind === "read") return question.operation === "write" ? "Accept" : "Accept this read";
  if (kind === "create") return "Accept the new file";
  if (total > 1) return `Accept all ${total} hunks`;
  return total === 1 ? "Accept the change" : "Accept the whole change";
}
