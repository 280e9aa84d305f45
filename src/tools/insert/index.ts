/**
 * Lines put behind a line that is named by its number: an Edit that needs no text to look for. It is no tool of its own, and
 * not on the list: to rules, history and people it is an Edit. Adapters call it for the editors of providers, which have it.
 */
import { defineTool, type Tool } from "../define-tool.js";
import type { EditPlan } from "../edit/check.js";
import type { EditShown } from "../edit/edit-outcome.js";
import { editFace } from "../edit/face.js";
import { renderEdit } from "../edit/render.js";
import type { EditOutput } from "../edit/schema.js";
import { type InsertInput, insertInput } from "./schema.js";

export const insertTool: Tool<InsertInput, EditPlan, EditOutput, EditShown> = defineTool({
  ...editFace,
  input: insertInput,
  pathOf: (input) => input.file_path,
  check: async (request, context) => (await import("./check.js")).checkInsert(request, context),
  execute: async (plan, context) => (await import("../edit/execute.js")).executeEdit(plan, context),
  render: renderEdit,
});
