/** Carries line numbers over a diff: what was known of lines before is known of their unchanged copies after. */
import { type LineRange, type LineRanges, OPEN_END } from "../line-ranges.js";
import type { LineChange } from "./line-change.js";

/** The lines of `after` that are unchanged copies of lines in `ranges` of `before`. */
export function mapLines(changes: readonly LineChange[], ranges: LineRanges): LineRanges {
  const mapped: LineRange[] = [];
  const runs = keptRuns(changes);
  let index = 0;
  for (const range of ranges) {
    // A run that ends before this range ends before every later one too.
    while ((runs[index]?.to ?? OPEN_END) < range.from) index += 1;
    for (let each = index; (runs[each]?.from ?? OPEN_END) <= range.to; each += 1) {
      const run = runs[each];
      if (run === undefined) break;
      const from = Math.max(run.from, range.from) + run.shift;
      const to = Math.min(run.to, range.to);
      pushRange(mapped, from, to === OPEN_END ? OPEN_END : to + run.shift);
    }
  }
  return mapped;
}

interface KeptRun extends LineRange {
  /** What a line's number grows by. */
  readonly shift: number;
}

function keptRuns(changes: readonly LineChange[]): KeptRun[] {
  const runs: KeptRun[] = [];
  let from = 1;
  let shift = 0;
  for (const change of changes) {
    if (from <= change.beforeStart) runs.push({ from, to: change.beforeStart, shift });
    from = change.beforeEnd + 1;
    shift = change.afterEnd - change.beforeEnd;
  }
  runs.push({ from, to: OPEN_END, shift });
  return runs;
}

/** Where lines between two ranges were removed, the ranges become one. */
function pushRange(ranges: LineRange[], from: number, to: number): void {
  const last = ranges.at(-1);
  if (last !== undefined && from <= last.to + 1) ranges[ranges.length - 1] = { from: last.from, to };
  else ranges.push({ from, to });
}
