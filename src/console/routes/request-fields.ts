/** Fields of what a page sends. Whatever is not as agreed is refused with a sentence that names the field. */
import { ToolError } from "../../errors/tool-error.js";

export type Fields = Readonly<Record<string, unknown>>;

/** Names, rules and labels; far more than any has. */
const MAX_TEXT = 20_000;

export function fieldsOf(body: unknown): Fields {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Fields;
  throw refuse("The request is not a JSON object.");
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string" && value.length <= MAX_TEXT) return value;
  throw refuse(`"${name}" must be a text of at most ${MAX_TEXT} characters.`);
}

export function oneOf<Choice extends string>(
  fields: Fields,
  name: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === fields[name]);
  if (found !== undefined) return found;
  throw refuse(`"${name}" must be one of: ${choices.join(", ")}.`);
}

/** Undefined where it is left out. */
export function maybe<Value>(
  fields: Fields,
  name: string,
  read: (fields: Fields, name: string) => Value,
): Value | undefined {
  return fields[name] === undefined ? undefined : read(fields, name);
}

export function switchOf(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value === "boolean") return value;
  throw refuse(`"${name}" must be true or false.`);
}

export function namesOf(fields: Fields, name: string, max: number): readonly string[] {
  const value = fields[name];
  const isList = Array.isArray(value) && value.length > 0 && value.length <= max;
  if (isList && value.every((each) => typeof each === "string" && each.length <= MAX_TEXT)) return value;
  throw refuse(`"${name}" must be a list of 1 to ${max} names.`);
}

function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}
