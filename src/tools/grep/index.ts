import { defineTool, type Tool } from "../define-tool.js";
import type { GrepPlan } from "./check.js";
import { grepFace } from "./face.js";
import type { GrepInput, GrepOutput } from "./schema.js";

export const grepTool: Tool<GrepInput, GrepPlan, GrepOutput, string> = defineTool({
  ...grepFace,
  // Loaded with the first search: most processes never make one.
  check: async (request, context) => (await import("./check.js")).checkGrep(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeGrep(plan, context),
  render: ({ shown }) => [{ type: "text", text: shown }],
});
