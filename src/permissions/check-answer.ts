/** Whether a value from the host or the console is an answer to a question. Any other value is a mistake, and allows nothing. */
import type { Answer, Question, Suggestion } from "./ask.js";

/** Returns the answer, or throws TypeError. */
export function requireAnswer(answer: Answer, { suggestions }: Question): Answer {
  const given = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const { answer: kind, remember } = given;
  if (kind !== "allow" && kind !== "deny") throw notAnAnswer('its answer is neither "allow" nor "deny"');
  for (const field of ["content", "comment", "reason"]) {
    if (!["undefined", "string"].includes(typeof given[field])) throw notAnAnswer(`its ${field} is not text`);
  }
  if (kind === "allow" && remember !== undefined && findSuggestion(remember, suggestions) === undefined)
    throw notAnAnswer("it remembers what the question did not suggest");
  return answer;
}

/** The suggestion that an answer refers to: by its scope alone, or by scope and rule. */
export function findSuggestion(
  remember: unknown,
  suggestions: readonly Suggestion[],
): Suggestion | undefined {
  if (typeof remember === "string") return suggestions.find(({ scope }) => scope === remember);
  const { scope, rule } = (remember ?? {}) as Partial<Suggestion>;
  return suggestions.find((each) => each.scope === scope && each.rule === rule);
}

function notAnAnswer(problem: string): TypeError {
  return new TypeError(`This is not an answer to the question: ${problem}.`);
}
