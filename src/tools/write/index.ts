import { defineTool, type Tool } from "../define-tool.js";
import type { WritePlan } from "./check.js";
import type { WriteShown } from "./execute.js";
import { writeFace } from "./face.js";
import { renderWrite } from "./render.js";
import type { WriteInput, WriteOutput } from "./schema.js";

export const writeTool: Tool<WriteInput, WritePlan, WriteOutput, WriteShown> = defineTool({
  ...writeFace,
  // Loaded with the first change: a process that only reads starts the faster for it.
  check: async (request, context) => (await import("./check.js")).checkWrite(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeWrite(plan, context),
  render: renderWrite,
});
