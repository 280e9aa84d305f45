/** The answers that were given in this page, the last one first. A few: what is older is in Activity and Timeline. */
import type { Answered, EngineQuestion } from "../../../../src/console/contract.js";
import type { AnswerOutcome, AnswerRequest } from "../../../../src/desk/desk.js";
import { pathOf, postJson } from "../../api/request.js";
import { onEvent } from "../../state/live.js";
import { type ReadonlySignal, Signal } from "../../state/signal.js";
import { type GivenAnswer, noteEvent } from "./answered.js";

const MAX_ANSWERS = 8;
const list = new Signal<readonly GivenAnswer[]>([]);
export const givenAnswers: ReadonlySignal<readonly GivenAnswer[]> = list;

/** Sends the answer, and follows the call from before that on: it may be over before the server has answered. */
export async function giveAnswer(question: EngineQuestion, request: AnswerRequest): Promise<AnswerOutcome> {
  let given: GivenAnswer = {
    key: `${question.engine}/${question.id}`,
    question,
    answer: request.answer,
    at: Date.now(),
    outcome: undefined,
    change: undefined,
    isModified: false,
  };
  let isListed = false;
  const stop = onEvent((event) => {
    const noted = noteEvent(given, event);
    if (noted === given) return;
    if (isListed) list.value = list.value.map((each) => (each === given ? noted : each));
    given = noted;
    if (noted.outcome !== undefined) stop();
  });
  try {
    const path = pathOf("questions", question.engine, question.id);
    const { outcome } = await postJson<Answered>(path, request);
    if (outcome !== "answered") stop();
    else {
      isListed = true;
      list.value = [given, ...list.value].slice(0, MAX_ANSWERS);
    }
    return outcome;
  } catch (cause) {
    stop();
    throw cause;
  }
}
