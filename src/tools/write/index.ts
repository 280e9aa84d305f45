import { defineTool, type Tool } from "../define-tool.js";
import type { WritePlan } from "./check.js";
import { describeWrite } from "./description.js";
import type { WriteShown } from "./execute.js";
import { renderWrite } from "./render.js";
import { type WriteInput, type WriteOutput, writeInput } from "./schema.js";

export const writeTool: Tool<WriteInput, WritePlan, WriteOutput, WriteShown> = defineTool({
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
  // Loaded with the first change: a process that only reads starts the faster for it.
  check: async (request, context) => (await import("./check.js")).checkWrite(request, context),
  execute: async (plan, context) => (await import("./execute.js")).executeWrite(plan, context),
  render: renderWrite,
});
