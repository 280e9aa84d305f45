import { defineTool, type Tool } from "../define-tool.js";
import { checkEdit, type EditPlan } from "./check.js";
import { describeEdit } from "./description.js";
import type { EditShown } from "./edit-outcome.js";
import { executeEdit } from "./execute.js";
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
  check: checkEdit,
  execute: executeEdit,
  render: renderEdit,
});
