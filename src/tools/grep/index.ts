import { defineTool, type Tool } from "../define-tool.js";
import type { GrepPlan } from "./check.js";
import { describeGrep } from "./description.js";
import { type GrepInput, type GrepOutput, grepInput } from "./schema.js";

export const grepTool: Tool<GrepInput, GrepPlan, GrepOutput, string> = defineTool({
  name: "Grep",
  title: "Search contents",
  searchHint: "search file contents with regex",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    maxResultChars: 20_000,
    strict: false,
    deferred: false,
  },
  input: grepInput,
  describe: describeGrep,
  pathOf: (input) => input.path,
  // Loaded with the first search: most processes never make one.
  check: async (request, context) => (await import("./check.js")).checkGrep(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeGrep(plan, context),
  render: ({ shown }) => [{ type: "text", text: shown }],
});
