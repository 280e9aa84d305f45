/**
 * The form of a tool's schema that providers take where they hold a model to it exactly: every parameter is required, one
 * that may be left out may be null, and numbers have no bounds. What it no longer says, the tool checks.
 */
import type { JsonSchema } from "../../schema/object-schema.js";

interface StrictProperty {
  readonly type: string | readonly [string, "null"];
  readonly description: string;
  readonly enum?: readonly (string | null)[];
}

export interface StrictSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, StrictProperty>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export function toStrictSchema({ properties, required }: JsonSchema): StrictSchema {
  const entries = Object.entries(properties).map(([name, { type, description, enum: choices }]) => {
    const isRequired = required.includes(name);
    const property: StrictProperty = {
      type: isRequired ? type : [type, "null"],
      description,
      ...(choices === undefined ? {} : { enum: isRequired ? choices : [...choices, null] }),
    };
    return [name, property] as const;
  });
  return {
    type: "object",
    properties: Object.fromEntries(entries),
    required: entries.map(([name]) => name),
    additionalProperties: false,
  };
}
