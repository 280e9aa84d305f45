import { ToolError } from "../../../errors/tool-error.js";
import { splitLines } from "../../../text/diff/split-lines.js";
import { type AnyTool, defineTool } from "../../../tools/define-tool.js";
import { readTool } from "../../../tools/read/index.js";

/**
 * Read, with an answer of so many characters of a file at most: whole lines, at least one. What is left out counts as not
 * seen, because it is left out before anything is recorded.
 */
export function createViewWithin(maxCharacters: number): AnyTool {
  return defineTool({
    ...readTool,
    execute: async (plan, context) => {
      const show = (lines: number) => readTool.execute({ ...plan, maxLines: lines, hasLimit: true }, context);
      const outcome = await Promise.resolve()
        .then(() => readTool.execute(plan, context))
        .catch((cause: unknown) => show(fittingLimitOf(cause)));
      const { output } = outcome;
      if (output.type !== "text") return outcome;
      const fitting = countFitting(splitLines(output.file.content), maxCharacters);
      return fitting < output.file.numLines ? show(fitting) : outcome;
    },
  });
}

/** How many lines the refusal of a file that is too long advises; any other failure stays one. */
function fittingLimitOf(cause: unknown): number {
  const next = cause instanceof ToolError ? cause.data["nextCall"] : undefined;
  if (typeof next === "object" && next !== null && "limit" in next && typeof next.limit === "number")
    return next.limit;
  throw cause;
}

function countFitting(lines: readonly string[], maxCharacters: number): number {
  let characters = 0;
  const tooMany = lines.findIndex((line) => (characters += line.length) > maxCharacters);
  return tooMany === -1 ? lines.length : Math.max(1, tooMany);
}
