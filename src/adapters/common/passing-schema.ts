/**
 * A tool's schema in the form that several SDKs share (Standard Schema, with its JSON Schema), for providers to show to a
 * model. It lets every value pass: the tool itself says what is wrong with one, in words for models.
 */
import type { JsonSchema } from "../../schema/object-schema.js";
import { toStrictSchema } from "./strict-schema.js";

/** As much as Standard Schema asks for. */
export interface PassingSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "filewright";
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** Of a strict tool in the form that providers can hold a model to. */
export function toPassingSchema(schema: JsonSchema, { strict }: { readonly strict: boolean }): PassingSchema {
  return letPass(strict ? toStrictSchema(schema) : schema);
}

export function letPass(schema: object): PassingSchema {
  // A copy for each who asks: SDKs complete what they are given.
  const show = (): Record<string, unknown> => ({ ...structuredClone(schema) });
  return {
    "~standard": {
      version: 1,
      vendor: "filewright",
      validate: (value) => ({ value }),
      jsonSchema: { input: show, output: show },
    },
  };
}
