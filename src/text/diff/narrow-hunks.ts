/** The same changes in fewer lines. */
import { type Hunk, NO_NEWLINE_MARKER } from "./hunks.js";

/** Shows at most `context` unchanged lines on either side of a change; a hunk may fall into several. */
export function narrowHunks(hunks: readonly Hunk[], context: number): readonly Hunk[] {
  return hunks.flatMap((hunk) => splitHunk(hunk, context));
}

/** The first `count` changes without context, each cut to its first `maxLines` old and as many new lines. */
export function sampleChanges(hunks: readonly Hunk[], count: number, maxLines: number): readonly Hunk[] {
  const samples: Hunk[] = [];
  for (const hunk of hunks) {
    for (const change of splitHunk(hunk, 0)) {
      if (samples.length === count) return samples;
      samples.push(shortenChange(change, maxLines));
    }
  }
  return samples;
}

function shortenChange(change: Hunk, maxLines: number): Hunk {
  const { oldStart, oldLines, newStart, newLines } = change;
  let [removed, added, isKept] = [0, 0, true];
  const lines = change.lines.filter((line) => {
    // The missing-newline marker stays with the line before it.
    if (line.startsWith("-")) isKept = ++removed <= maxLines;
    else if (line.startsWith("+")) isKept = ++added <= maxLines;
    return isKept;
  });
  return {
    oldStart,
    oldLines: Math.min(oldLines, maxLines),
    newStart,
    newLines: Math.min(newLines, maxLines),
    lines,
  };
}

function splitHunk(hunk: Hunk, context: number): readonly Hunk[] {
  const { lines } = hunk;
  const isChange = (line: string): boolean => line.startsWith("-") || line.startsWith("+");
  const made: Hunk[] = [];
  const skipped = { old: 0, new: 0 };
  let start = 0;
  const cut = (from: number, to: number): void => {
    for (const line of lines.slice(start, from)) count(line, skipped);
    const kept = lines.slice(from, to);
    made.push(withLines(hunk, kept, skipped));
    for (const line of kept) count(line, skipped);
    start = to;
  };
  let first: number | undefined;
  let last = 0;
  for (const [index, line] of lines.entries()) {
    if (!isChange(line)) continue;
    // The missing-newline marker is not a context line; it stays with the line before it.
    if (first !== undefined && index - last - 1 > 2 * context) {
      cut(Math.max(start, first - context), last + 1 + context);
      first = undefined;
    }
    first ??= index;
    last = lines[index + 1] === NO_NEWLINE_MARKER ? index + 1 : index;
  }
  if (first === undefined) return [hunk];
  const end = last + 1 + context;
  cut(
    Math.max(start, first - context),
    lines[end] === NO_NEWLINE_MARKER ? end + 1 : Math.min(end, lines.length),
  );
  return made;
}

/** The part of `hunk` that consists of `lines`; `skipped` counts the lines before it. */
function withLines(
  hunk: Hunk,
  lines: readonly string[],
  skipped: { readonly old: number; readonly new: number },
): Hunk {
  const own = { old: 0, new: 0 };
  for (const line of lines) count(line, own);
  return {
    oldStart: startOf(hunk.oldStart, hunk.oldLines, skipped.old, own.old),
    oldLines: own.old,
    newStart: startOf(hunk.newStart, hunk.newLines, skipped.new, own.new),
    newLines: own.new,
    lines,
  };
}

function count(line: string, counts: { old: number; new: number }): void {
  if (line === NO_NEWLINE_MARKER) return;
  if (!line.startsWith("+")) counts.old += 1;
  if (!line.startsWith("-")) counts.new += 1;
}

/** A side without lines names the line before it. */
function startOf(hunkStart: number, hunkLines: number, skipped: number, own: number): number {
  const first = (hunkLines === 0 ? hunkStart + 1 : hunkStart) + skipped;
  return own === 0 ? first - 1 : first;
}
