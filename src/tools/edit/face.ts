import type { ToolFace } from "../define-tool.js";
import { describeEdit } from "./description.js";
import { type EditInput, editInput } from "./schema.js";

export const editFace: ToolFace<EditInput> = {
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
};
