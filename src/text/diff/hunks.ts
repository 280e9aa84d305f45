/**
 * Hunks as unified diffs and the common patch libraries know them. A line is shown without its `\n`, a `\r` before it
 * stays, and a last line that has no newline is followed by the marker that says so: a hunk tells every byte.
 */
import { finish, isTurn, type Steps } from "../steps.js";
import { type DiffOptions, diffLines } from "./diff-lines.js";
import type { LineChange } from "./line-change.js";

export const DEFAULT_CONTEXT = 3;
export const NO_NEWLINE_MARKER = "\\ No newline at end of file";

export interface Hunk {
  /** From 1; the line before when the hunk has no old lines, so 0 at the start of a file. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  /** Each with ` `, `-` or `+` in front, or the marker of a missing newline. */
  readonly lines: readonly string[];
}

export interface LineCounts {
  readonly added: number;
  readonly removed: number;
}

export function countChangedLines(hunks: readonly Hunk[]): LineCounts {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith("+")) added += 1;
      else if (line.startsWith("-")) removed += 1;
    }
  }
  return { added, removed };
}

export interface HunkOptions extends DiffOptions {
  /** Unchanged lines shown around changes. */
  readonly context?: number;
}

export function createHunks(
  before: readonly string[],
  after: readonly string[],
  options: HunkOptions = {},
): Hunk[] {
  const { changes } = diffLines(before, after, options);
  return finish(createHunksOfChangesInSteps({ before, after, changes }, options.context ?? DEFAULT_CONTEXT));
}

/** Two runs of lines and what changed between them; they may be a part of larger files. */
export interface ChangedLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly LineChange[];
  /** Lines of each file that stand before the run. */
  readonly linesAbove?: { readonly before: number; readonly after: number };
}

export function* createHunksOfChangesInSteps(changed: ChangedLines, context: number): Steps<Hunk[]> {
  const hunks: Hunk[] = [];
  let group: LineChange[] = [];
  for (const change of changed.changes) {
    const last = group.at(-1);
    if (last !== undefined && change.beforeStart - last.beforeEnd > 2 * context) {
      hunks.push(yield* createHunk(changed, group, context));
      group = [];
    }
    group.push(change);
  }
  if (group.length > 0) hunks.push(yield* createHunk(changed, group, context));
  return hunks;
}

function* createHunk(changed: ChangedLines, group: readonly LineChange[], context: number): Steps<Hunk> {
  const { before, after, linesAbove = { before: 0, after: 0 } } = changed;
  const firstStart = group[0]?.beforeStart ?? 0;
  const firstAfterStart = group[0]?.afterStart ?? 0;
  const above = Math.min(context, firstStart);
  const lines: string[] = [];
  let position = firstStart - above;
  for (const change of group) {
    yield* pushLines(lines, " ", before, position, change.beforeStart);
    yield* pushLines(lines, "-", before, change.beforeStart, change.beforeEnd);
    yield* pushLines(lines, "+", after, change.afterStart, change.afterEnd);
    position = change.beforeEnd;
  }
  const below = Math.min(context, before.length - position);
  yield* pushLines(lines, " ", before, position, position + below);
  const oldStart = firstStart - above;
  const newStart = firstAfterStart - above;
  const oldLines = position + below - oldStart;
  const newLines = (group.at(-1)?.afterEnd ?? 0) + below - newStart;
  return {
    oldStart: startNumber(linesAbove.before + oldStart, oldLines),
    oldLines,
    newStart: startNumber(linesAbove.after + newStart, newLines),
    newLines,
    lines,
  };
}

function startNumber(linesBefore: number, count: number): number {
  return count === 0 ? linesBefore : linesBefore + 1;
}

function* pushLines(
  target: string[],
  prefix: string,
  lines: readonly string[],
  from: number,
  to: number,
): Steps<void> {
  for (let index = from; index < to; index += 1) {
    const line = lines[index] ?? "";
    if (line.endsWith("\n")) target.push(prefix + line.slice(0, -1));
    else target.push(prefix + line, NO_NEWLINE_MARKER);
    if (isTurn(index)) yield;
  }
}
