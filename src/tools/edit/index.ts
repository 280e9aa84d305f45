import { defineTool, type Tool } from "../define-tool.js";
import type { EditPlan } from "./check.js";
import { describeEdit } from "./description.js";
import type { EditShown } from "./edit-outcome.js";
import { renderEdit } from "./render.js";
import { type EditInput, type EditOutput, editInput } from "./schema.js";

export const editTool: Tool<EditInput, EditPlan, EditOutput, EditShown> = defineTool({
  name: "Edit",
  title: "Edit file",
  searchHint: "modify file contents in place",
  traits: {
    readOnly: false,
    concurrencySafe: false,
    maxResultChars: 100_000,
    strict: true,
    deferred: false,
  },
  input: editInput,
  describe: describeEdit,
  pathOf: (input) => input.file_path,
  // Loaded with the first change: a process that only reads starts the faster for it.
  check: async (request, context) => (await import("./check.js")).checkEdit(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeEdit(plan, context),
  render: renderEdit,
});
