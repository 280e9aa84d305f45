import { defineTool, type Tool } from "../define-tool.js";
import { checkRead, type ReadPlan } from "./check.js";
import { describeRead } from "./description.js";
import { executeRead } from "./execute.js";
import { type ReadShown, renderRead } from "./render.js";
import { type ReadInput, type ReadOutput, readInput } from "./schema.js";

export const readTool: Tool<ReadInput, ReadPlan, ReadOutput, ReadShown> = defineTool({
  name: "Read",
  title: "Read file",
  searchHint: "read files, images, PDFs, notebooks",
  traits: {
    readOnly: true,
    concurrencySafe: true,
    // It bounds itself by tokens; saving its result would send a model round in circles.
    maxResultChars: Number.POSITIVE_INFINITY,
    strict: false,
    deferred: false,
  },
  input: readInput,
  describe: describeRead,
  pathOf: (input) => input.file_path,
  check: checkRead,
  execute: executeRead,
  render: renderRead,
});
