/**
 * Answers that were given before the call came: hosts that ask before they run a tool have them. One counts if the call would
 * still do what the person has seen, which is a difference in a file, wherever in it that stands by now: an earlier call of
 * the same turn may have added lines above. With content of their own they have seen the whole, so that has to be the same.
 */
import type { Answer, GivenAnswer, Question } from "./ask.js";

export function findGivenAnswer(given: readonly GivenAnswer[], question: Question): Answer | undefined {
  return given.find(({ question: seen, answer }) => {
    const whole = answer.answer === "allow" && answer.content !== undefined;
    return describeSeen(seen, { whole }) === describeSeen(question, { whole });
  })?.answer;
}

function describeSeen(
  { tool, operation, path, realPath, reason, change, flags }: Question,
  { whole }: { readonly whole: boolean },
): string {
  const lines = change?.structuredPatch.map((hunk) => hunk.lines);
  const texts = whole ? [change?.before, change?.after] : [];
  return JSON.stringify([tool, operation, path, realPath, reason, change?.kind, lines, flags, texts]);
}
