import { ToolError } from "../../errors/tool-error.js";
import { type LineRanges, lineRange } from "../../text/line-ranges.js";
import { formatCount, plural } from "../../text/quantities.js";
import { visiblePath } from "../../text/visible.js";
import type { ChangeTarget } from "../change/target.js";

/** The lines on both sides of the place: whoever has seen them knows where it is. */
export function linesAround(line: number, totalLines: number): LineRanges {
  return lineRange(Math.max(1, line), Math.min(line + 1, totalLines));
}

export function refuseBeyond(line: number, totalLines: number, target: ChangeTarget): ToolError {
  return new ToolError(
    "INPUT_INVALID",
    `insert_line ${formatCount(line)} is beyond the end: ${visiblePath(target.path)} has ${plural(totalLines, "line")}. Give 0 to ${formatCount(totalLines)}.`,
    { data: { filePath: target.path, insertLine: line, totalLines } },
  );
}
