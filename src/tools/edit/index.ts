import { defineTool, type Tool } from "../define-tool.js";
import type { EditPlan } from "./check.js";
import type { EditShown } from "./edit-outcome.js";
import { editFace } from "./face.js";
import { renderEdit } from "./render.js";
import type { EditInput, EditOutput } from "./schema.js";

export const editTool: Tool<EditInput, EditPlan, EditOutput, EditShown> = defineTool({
  ...editFace,
  // Loaded with the first change: a process that only reads starts the faster for it.
  check: async (request, context) => (await import("./check.js")).checkEdit(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeEdit(plan, context),
  render: renderEdit,
});
