import { defineTool, type Tool } from "../define-tool.js";
import type { GlobPlan } from "./check.js";
import { globFace } from "./face.js";
import type { GlobInput, GlobOutput } from "./schema.js";

export const globTool: Tool<GlobInput, GlobPlan, GlobOutput, string> = defineTool({
  ...globFace,
  // Loaded with the first search: most processes never make one.
  check: async (request, context) => (await import("./check.js")).checkGlob(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeGlob(plan, context),
  render: ({ shown }) => [{ type: "text", text: shown }],
});
