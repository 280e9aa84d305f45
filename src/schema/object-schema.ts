/**
 * A tool's input: a flat, strict object. Flat by construction, so its JSON Schema never has a root union and every
 * provider accepts it; strict, so that a misspelt parameter is answered instead of ignored.
 *
 * Written here because a general schema library costs more at import than the rest of the core together; see
 * docs/decisions/0002-own-input-schemas.md.
 */
import { ToolError } from "../errors/tool-error.js";
import { clip } from "../text/clip.js";
import { findNearestNames } from "../text/nearest-names.js";
import { visible } from "../text/visible.js";
import type { Field, JsonSchemaProperty } from "./fields.js";

export interface JsonSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, JsonSchemaProperty>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<unknown, true> ? K : never;
}[keyof F];

export type InputOf<F extends Fields> = { readonly [K in RequiredKeys<F>]: ValueOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: ValueOf<F[K]>;
};

export interface ObjectSchema<Input> {
  readonly jsonSchema: JsonSchema;
  /** The typed input, or a ToolError that names what is wrong and the nearest right word. */
  parse(value: unknown, toolName: string): Input;
}

export function defineInput<const F extends Fields>(fields: F): ObjectSchema<InputOf<F>> {
  const names = Object.keys(fields);
  const entries = Object.entries(fields);
  const jsonSchema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, field]) => [name, field.jsonSchema])),
    required: entries.filter(([, field]) => field.required).map(([name]) => name),
    additionalProperties: false,
  };

  function parse(value: unknown, toolName: string): InputOf<F> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw refuse(toolName, [`expects an object with ${names.join(", ")}`], []);
    }
    const given = value as Record<string, unknown>;
    const unknownKeys = Object.keys(given).filter((key) => !Object.hasOwn(fields, key));
    if (unknownKeys.length > 0) throw refuse(toolName, unknownKeys.map(describeUnknown), unknownKeys);

    const parsed: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [name, field] of entries) {
      const raw = given[name];
      if (raw === undefined || raw === null) {
        if (field.required) problems.push(`${name} is required`);
        continue;
      }
      const result = field.parse(raw);
      if ("problem" in result) problems.push(`${name} ${result.problem}`);
      else parsed[name] = result.value;
    }
    if (problems.length > 0) throw refuse(toolName, problems, []);
    return parsed as InputOf<F>;
  }

  function describeUnknown(key: string): string {
    const [nearest] = findNearestNames(key, names, { limit: 1, tolerance: 0.5 });
    const shown = `unknown parameter "${visible(clip(key, 40))}"`;
    return nearest === undefined
      ? `${shown} (known: ${names.join(", ")})`
      : `${shown}, did you mean ${nearest}?`;
  }

  return { jsonSchema, parse };
}

function refuse(toolName: string, problems: readonly string[], unknownKeys: readonly string[]): ToolError {
  return new ToolError("INPUT_INVALID", `${toolName}: ${problems.slice(0, 4).join("; ")}`, {
    data: { problems, ...(unknownKeys.length > 0 ? { unknownKeys } : {}) },
  });
}
