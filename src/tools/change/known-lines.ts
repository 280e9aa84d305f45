/** What an agent knows of a file's lines, carried over a change. */
import type { Hunk } from "../../text/diff/hunks.js";
import type { LineChange } from "../../text/diff/line-change.js";
import { mapLines } from "../../text/diff/map-lines.js";
import {
  joinRanges,
  type LineRange,
  type LineRanges,
  lineRange,
  uniteRanges,
} from "../../text/line-ranges.js";

/** The changed stretches of lines that hunks describe, context left out. */
export function changesOf(hunks: readonly Hunk[]): LineChange[] {
  const changes: LineChange[] = [];
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    // A hunk without lines on one side names the line before it.
    let before = oldLines === 0 ? oldStart : oldStart - 1;
    let after = newLines === 0 ? newStart : newStart - 1;
    let start: { before: number; after: number } | undefined;
    const finish = (): void => {
      if (start === undefined) return;
      changes.push({
        beforeStart: start.before,
        beforeEnd: before,
        afterStart: start.after,
        afterEnd: after,
      });
      start = undefined;
    };
    for (const line of lines) {
      if (line.startsWith("\\")) continue;
      if (line.startsWith(" ")) {
        finish();
        before += 1;
        after += 1;
        continue;
      }
      start ??= { before, after };
      if (line.startsWith("-")) before += 1;
      else after += 1;
    }
    finish();
  }
  return changes;
}

/** Lines known after a change of one's own: what was known and has stayed, and all that the change brought. */
export function linesKnownAfter(changes: readonly LineChange[], known: LineRanges): LineRanges {
  return uniteRanges(mapLines(changes, known), addedLines(changes));
}

export function addedLines(changes: readonly LineChange[]): LineRanges {
  const added: LineRange[] = [];
  for (const { afterStart, afterEnd } of changes) added.push(...lineRange(afterStart + 1, afterEnd));
  return joinRanges(added);
}

export function lineCountAfter(totalLines: number, hunks: readonly Hunk[]): number {
  return hunks.reduce((total, { oldLines, newLines }) => total + newLines - oldLines, totalLines);
}

/** The lines that places in a text touch; places are sorted. */
export function linesOfSpans(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  firstLine: number = 1,
): LineRanges {
  let line = firstLine;
  let position = 0;
  const lineAt = (offset: number): number => {
    for (let next = text.indexOf("\n", position); next !== -1 && next < offset; ) {
      line += 1;
      position = next + 1;
      next = text.indexOf("\n", position);
    }
    return line;
  };
  const ranges: LineRange[] = [];
  for (const { start, end } of spans) {
    const from = lineAt(start);
    // What ends with a line break ends in the line it closes.
    ranges.push({ from, to: Math.max(from, lineAt(Math.max(start, end - 1))) });
  }
  return joinRanges(ranges);
}
