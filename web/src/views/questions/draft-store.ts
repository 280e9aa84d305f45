/** Answers that are being made, kept while a person looks at another question or view, and dropped with their question. */
import { questions } from "../../state/live.js";
import { Signal, useValue } from "../../state/signal.js";
import type { AnswerDraft } from "./answer-draft.js";

const drafts = new Signal<ReadonlyMap<string, AnswerDraft>>(new Map());

/** An answer is to one state of a question: another digest is another question. */
export function draftKey(question: {
  readonly id: string;
  readonly engine: string;
  readonly digest: string;
}): string {
  return JSON.stringify([question.engine, question.id, question.digest]);
}

/** Undefined when nobody has begun to make the answer. */
export function useDraft(key: string): AnswerDraft | undefined {
  return useValue(drafts).get(key);
}

export function keepDraft(key: string, draft: AnswerDraft): void {
  drafts.value = new Map(drafts.value).set(key, draft);
}

/** Until the result is called. */
export function dropOldDrafts(): () => void {
  const drop = (): void => {
    const open = new Set(questions.value.map(draftKey));
    const left = [...drafts.value].filter(([key]) => open.has(key));
    if (left.length < drafts.value.size) drafts.value = new Map(left);
  };
  drop();
  return questions.subscribe(drop);
}
