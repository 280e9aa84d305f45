import { defineTool, type Tool } from "../define-tool.js";
import type { GlobPlan } from "./check.js";
import { describeGlob } from "./description.js";
import { type GlobInput, type GlobOutput, globInput } from "./schema.js";

export const globTool: Tool<GlobInput, GlobPlan, GlobOutput, string> = defineTool({
  name: "Glob",
  title: "Find files",
  searchHint: "find files by name pattern",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    maxResultChars: 100_000,
    strict: false,
    deferred: false,
  },
  input: globInput,
  describe: describeGlob,
  pathOf: (input) => input.path,
  // Loaded with the first search: most processes never make one.
  check: async (request, context) => (await import("./check.js")).checkGlob(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeGlob(plan, context),
  render: ({ shown }) => [{ type: "text", text: shown }],
});
