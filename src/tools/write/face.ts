import type { ToolFace } from "../define-tool.js";
import { describeWrite } from "./description.js";
import { type WriteInput, writeInput } from "./schema.js";

export const writeFace: ToolFace<WriteInput> = {
  name: "Write",
  title: "Write file",
  searchHint: "create or overwrite files",
  traits: {
    readOnly: false,
    concurrencySafe: false,
    maxResultChars: 100_000,
    strict: true,
    deferred: false,
  },
  input: writeInput,
  describe: describeWrite,
  pathOf: (input) => input.file_path,
};
