import { defineTool, type Tool } from "../define-tool.js";
import type { NotebookEditPlan } from "./check.js";
import { describeNotebookEdit } from "./description.js";
import type { NotebookEditShown } from "./execute.js";
import { renderNotebookEdit } from "./render.js";
import { type NotebookEditInput, type NotebookEditOutput, notebookEditInput } from "./schema.js";

export const notebookEditTool: Tool<
  NotebookEditInput,
  NotebookEditPlan,
  NotebookEditOutput,
  NotebookEditShown
> = defineTool({
  name: "NotebookEdit",
  title: "Edit notebook cell",
  searchHint: "edit Jupyter notebook cells",
  traits: {
    readOnly: false,
    concurrencySafe: false,
    maxResultChars: 100_000,
    strict: false,
    deferred: true,
  },
  input: notebookEditInput,
  describe: describeNotebookEdit,
  pathOf: (input) => input.notebook_path,
  // Loaded with the first change of a notebook.
  check: async (request, context) => (await import("./check.js")).checkNotebookEdit(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeNotebookEdit(plan, context),
  render: renderNotebookEdit,
});
