/** Why nothing was found in a file too large to hold, judged by the first of the lines that the agent has seen. */
import type { LargeText } from "../../content/large-text.js";
import type { ToolError } from "../../errors/tool-error.js";
import type { LineRanges } from "../../text/line-ranges.js";
import type { ChangeTarget } from "../change/target.js";
import { refuseMiss } from "./refuse-miss.js";
import type { EditInput } from "./schema.js";

export async function diagnoseLarge(
  text: LargeText,
  input: EditInput,
  target: ChangeTarget,
  seen: "whole" | LineRanges,
): Promise<ToolError> {
  const miss = { kind: "not-found" } as const;
  for await (const window of text.windows({ sharedLines: 0, longestBytes: 0, signal: undefined })) {
    const firstLine = await text.lineAt(window.offset);
    const decoded = text.codec.decode(window.bytes).toWellFormed();
    const lines = decoded.split("\n").length;
    const isSeen =
      seen === "whole" || seen.some(({ from, to }) => from < firstLine + lines && to >= firstLine);
    if (isSeen) return refuseMiss(miss, { text: decoded, input, target, seen, firstLine });
  }
  return refuseMiss(miss, { text: "", input, target, seen, firstLine: 1 });
}
