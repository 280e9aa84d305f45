/** What someone who is shown a rendered diff knows of the new text. */
import { type LineRange, type LineRanges } from "../line-ranges.js";
import type { Hunk } from "./hunks.js";
import { isClipped, type RenderedDiff } from "./render-hunks.js";

/** The lines of the new text that the diff shows from end to end, those around its changes included. */
export function findShownLines(
  hunks: readonly Hunk[],
  { hiddenLines }: Pick<RenderedDiff, "hiddenLines">,
): LineRanges {
  const ranges: LineRange[] = [];
  const total = hunks.reduce((sum, hunk) => sum + 1 + hunk.lines.length, 0);
  let left = total - hiddenLines;
  for (const hunk of hunks) {
    left -= 1;
    // A hunk without new lines names the line before it, and has none to count.
    let line = hunk.newStart;
    for (const text of hunk.lines.slice(0, Math.max(0, left))) {
      if (text.startsWith("-") || text.startsWith("\\")) continue;
      if (!isClipped(text)) pushLine(ranges, line);
      line += 1;
    }
    left -= hunk.lines.length;
  }
  return ranges;
}

function pushLine(ranges: LineRange[], line: number): void {
  const last = ranges.at(-1);
  if (last?.to === line - 1) ranges[ranges.length - 1] = { from: last.from, to: line };
  else ranges.push({ from: line, to: line });
}
