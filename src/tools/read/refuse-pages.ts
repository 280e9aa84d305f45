import { ToolError } from "../../errors/tool-error.js";
import type { ReadPlan } from "./check.js";

export function refusePages(plan: ReadPlan): ToolError {
  return new ToolError(
    "INPUT_INVALID",
    `Read: pages is for PDF files only. For text leave it out; offset and limit choose the lines.`,
    { data: { filePath: plan.path, pages: plan.pages } },
  );
}
