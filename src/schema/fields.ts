/**
 * The parameter types tools have. Models send numbers and booleans as strings often enough that refusing them would
 * only cost a turn; anything else that does not fit is refused.
 */
import { takeStart } from "../text/clip.js";
import { visible } from "../text/visible.js";

export interface JsonSchemaProperty {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
}

export interface Field<Value, Required extends boolean = boolean> {
  readonly required: Required;
  readonly jsonSchema: JsonSchemaProperty;
  /** The value, or a phrase that completes "file_path …" when it does not fit. */
  parse(value: unknown): { readonly value: Value } | { readonly problem: string };
}

export function text(description: string): Field<string, true> {
  return {
    required: true,
    jsonSchema: { type: "string", description },
    parse: (value) =>
      typeof value === "string" ? { value } : { problem: `must be a string, not ${describeType(value)}` },
  };
}

/** A text that may be a single number, and comes as one from models that take it for that. */
export function orNumber(field: Field<string, true>): Field<string, true> {
  return {
    ...field,
    parse: (value) => field.parse(Number.isSafeInteger(value) ? String(value) : value),
  };
}

export function integer(
  description: string,
  bounds: { minimum: number } | { exclusiveMinimum: number },
): Field<number, true> {
  const minimum = "minimum" in bounds ? bounds.minimum : bounds.exclusiveMinimum + 1;
  return {
    required: true,
    jsonSchema: { type: "integer", description, ...bounds },
    parse: (value) => {
      const number = typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
      if (typeof number !== "number" || !Number.isSafeInteger(number)) {
        return { problem: `must be a whole number, not ${describeType(value)}` };
      }
      return number < minimum ? { problem: `must be ${minimum} or more, not ${number}` } : { value: number };
    },
  };
}

export function boolean(description: string): Field<boolean, true> {
  return {
    required: true,
    jsonSchema: { type: "boolean", description },
    parse: (value) => {
      if (typeof value === "boolean") return { value };
      const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
      if (word === "true" || word === "false") return { value: word === "true" };
      return { problem: `must be true or false, not ${describeType(value)}` };
    },
  };
}

export function oneOf<const Choice extends string>(
  description: string,
  choices: readonly Choice[],
): Field<Choice, true> {
  return {
    required: true,
    jsonSchema: { type: "string", description, enum: choices },
    parse: (value) => {
      const choice = choices.find((candidate) => candidate === value);
      return choice === undefined ? { problem: `must be one of ${choices.join(", ")}` } : { value: choice };
    },
  };
}

export function optional<Value>(field: Field<Value, true>): Field<Value, false> {
  return { ...field, required: false };
}

function describeType(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string")
    return `the text "${visible(takeStart(value, 20))}${value.length > 20 ? "…" : ""}"`;
  if (typeof value === "number") return `${value}`;
  return typeof value === "object" ? "an object" : typeof value;
}
