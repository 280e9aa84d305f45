/** Answers as they come over a wire, from a page or from another process: checked before anything is done with them. */
import { ToolError } from "../errors/tool-error.js";
import type { AnswerRequest, HunkChoice } from "./desk.js";

/** More than a model is told of either; the rest would be cut off there. */
const MAX_WORDS = 10_000;
const MAX_HUNKS = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/** Throws with a sentence for the person. */
export function parseAnswerRequest(value: unknown): AnswerRequest {
  const fields = requireFields(value, "an answer");
  const { answer, digest } = fields;
  if (typeof digest !== "string" || digest === "") throw refuse("it does not say which question it is to");
  if (answer === "deny") {
    const reason = parseWords(fields["reason"], "reason");
    return { answer, digest, ...(reason === undefined ? {} : { reason }) };
  }
  if (answer !== "allow") throw refuse("it is neither yes nor no");
  const { remember, hunks } = fields;
  if (remember !== undefined && !(Number.isSafeInteger(remember) && (remember as number) >= 0))
    throw refuse("what is to be remembered is not named by its number");
  const comment = parseWords(fields["comment"], "comment");
  return {
    answer,
    digest,
    ...(remember === undefined ? {} : { remember: remember as number }),
    ...(hunks === undefined ? {} : { hunks: parseChoices(hunks) }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function parseChoices(value: unknown): readonly HunkChoice[] {
  if (!Array.isArray(value) || value.length > MAX_HUNKS) throw refuse("its hunks are not a list");
  return value.map(parseChoice);
}

function parseChoice(value: unknown): HunkChoice {
  const { use, lines } = requireFields(value, "a choice");
  if (use === "new" || use === "old") return { use };
  if (use !== "edited" || !Array.isArray(lines) || !lines.every((line) => typeof line === "string"))
    throw refuse("a hunk is neither taken, left nor edited");
  return { use, lines };
}

function parseWords(value: unknown, what: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw refuse(`its ${what} is not text`);
  if (value.length > MAX_WORDS)
    throw refuse(`its ${what} is longer than ${MAX_WORDS} characters; say it more briefly`);
  const words = value.trim();
  return words === "" ? undefined : words;
}

function requireFields(value: unknown, what: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  throw refuse(`${what} is not an object`);
}

function refuse(problem: string): ToolError {
  return new ToolError("INPUT_INVALID", `This answer can't be taken: ${problem}. The question still stands.`);
}
