/** What a person is about to answer to a question, before it is sent. Nothing broader than "once" is ever there by itself. */
import type { AnswerRequest, HunkChoice, QuestionDetail } from "../../../../src/desk/desk.js";

export interface AnswerDraft {
  /** One for each hunk; empty where hunks can't be chosen. */
  readonly choices: readonly HunkChoice[];
  /** What hunks were before they were left out, to be taken again as they were. */
  readonly kept: readonly HunkChoice[];
  /** Which of the question's suggestions is to be remembered. */
  readonly remember: number | undefined;
  readonly comment: string;
  readonly reason: string;
}

const asProposed: HunkChoice = { use: "new" };

export function beginDraft(detail: QuestionDetail): AnswerDraft {
  const choices = canChooseHunks(detail) ? detail.hunks.map(() => asProposed) : [];
  return { choices, kept: choices, remember: undefined, comment: "", reason: "" };
}

/** Of a change that is not shown whole, parts can't be told from the rest. */
export function canChooseHunks({ change, isWhole, hunks }: QuestionDetail): boolean {
  return change !== null && change.isRevisable && isWhole && hunks.length > 0;
}

export function toggleHunk(draft: AnswerDraft, hunk: number): AnswerDraft {
  const choice = draft.choices[hunk];
  if (choice === undefined) return draft;
  if (choice.use === "old") {
    return { ...draft, choices: draft.choices.with(hunk, draft.kept[hunk] ?? asProposed) };
  }
  return { ...draft, choices: draft.choices.with(hunk, { use: "old" }), kept: draft.kept.with(hunk, choice) };
}

export function editHunk(draft: AnswerDraft, hunk: number, choice: HunkChoice): AnswerDraft {
  return draft.choices[hunk] === undefined ? draft : { ...draft, choices: draft.choices.with(hunk, choice) };
}

export interface Extent {
  readonly total: number;
  readonly taken: number;
  readonly isEdited: boolean;
}

export function extentOf({ choices }: AnswerDraft): Extent {
  return {
    total: choices.length,
    taken: choices.filter(({ use }) => use !== "old").length,
    isEdited: choices.some(({ use }) => use === "edited"),
  };
}

/** An answer that takes nothing is none: that is what rejecting is for. */
export function acceptsNothing(draft: AnswerDraft): boolean {
  const { total, taken } = extentOf(draft);
  return total > 0 && taken === 0;
}

export function toAllow(draft: AnswerDraft, { digest }: QuestionDetail): AnswerRequest {
  const comment = draft.comment.trim();
  return {
    answer: "allow",
    digest,
    ...(draft.remember === undefined ? {} : { remember: draft.remember }),
    ...(draft.choices.every(({ use }) => use === "new") ? {} : { hunks: draft.choices }),
    ...(comment === "" ? {} : { comment }),
  };
}

export function toDeny(draft: AnswerDraft, { digest }: QuestionDetail): AnswerRequest {
  const reason = draft.reason.trim();
  return { answer: "deny", digest, ...(reason === "" ? {} : { reason }) };
}
