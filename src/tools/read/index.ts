import { defineTool, type Tool } from "../define-tool.js";
import { checkRead, type ReadPlan } from "./check.js";
import { executeRead } from "./execute.js";
import { readFace } from "./face.js";
import { type ReadShown, renderRead } from "./render.js";
import type { ReadInput, ReadOutput } from "./schema.js";

export const readTool: Tool<ReadInput, ReadPlan, ReadOutput, ReadShown> = defineTool({
  ...readFace,
  check: checkRead,
  execute: executeRead,
  render: renderRead,
});
