import type { ToolFace } from "../define-tool.js";
import { describeNotebookEdit } from "./description.js";
import { type NotebookEditInput, notebookEditInput } from "./schema.js";

export const notebookEditFace: ToolFace<NotebookEditInput> = {
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
};
