/** A tool as SDKs that take Standard Schema show it to a model. */
import type { Toolkit } from "../../toolkit.js";
import { type PassingSchema, toPassingSchema } from "./passing-schema.js";

interface DescribedTool {
  readonly description: string;
  readonly inputSchema: PassingSchema;
  /** Whether a provider should hold the model to the schema; the schema is then one that it can hold it to. */
  readonly strict: boolean;
}

export function describeTool(toolkit: Toolkit, name: string): DescribedTool {
  const info = toolkit.tools.find((tool) => tool.name === name);
  if (info === undefined) throw new TypeError(`The toolkit has no tool ${name}.`);
  const { description, inputSchema, traits } = info;
  return { description, inputSchema: toPassingSchema(inputSchema, traits), strict: traits.strict };
}

/** A host may have given the toolkit further tools; the six that are always there have types of their own besides. */
export function forEachTool<Made>(toolkit: Toolkit, make: (name: string) => Made): Record<string, Made> {
  return Object.fromEntries(toolkit.tools.map(({ name }) => [name, make(name)]));
}
