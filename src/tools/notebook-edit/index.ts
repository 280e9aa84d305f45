import { defineTool, type Tool } from "../define-tool.js";
import type { NotebookEditPlan } from "./check.js";
import type { NotebookEditShown } from "./execute.js";
import { notebookEditFace } from "./face.js";
import { renderNotebookEdit } from "./render.js";
import type { NotebookEditInput, NotebookEditOutput } from "./schema.js";

export const notebookEditTool: Tool<
  NotebookEditInput,
  NotebookEditPlan,
  NotebookEditOutput,
  NotebookEditShown
> = defineTool({
  ...notebookEditFace,
  // Loaded with the first change of a notebook.
  check: async (request, context) => (await import("./check.js")).checkNotebookEdit(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeNotebookEdit(plan, context),
  render: renderNotebookEdit,
});
