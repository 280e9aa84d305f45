/** Columns of prose, known by their shape: a gutter between them, and lines that fill them. Pure. */
import { greatest, groupRows, isMostlyRightToLeft, least, lengthOf, median, middle } from "./run-places.js";
import type { Run } from "./text-runs.js";

/** A gutter is at least this wide, in line heights, and crossed by at most this share of the runs, headings say. */
const MIN_GUTTER = 1;
const MAX_CROSSING = 0.15;
/** What makes a column prose: lines enough, long enough, most of them filling it. */
const MIN_COLUMN_LINES = 4;
export const MIN_PROSE_LENGTH = 18;
const MIN_FILLED = 0.6;
const MAX_STRIPS = 2000;

/** Prose in columns: what stands above the first heading across both, the left one before the right one, and so on. */
export function splitColumns(runs: readonly Run[]): Run[][] | undefined {
  const gutter = findGutter(runs);
  if (gutter === undefined) return undefined;
  const left = runs.filter((run) => run.right <= gutter);
  const right = runs.filter((run) => run.left >= gutter && run.right > gutter);
  // A side may be columns in turn.
  if (![left, right].every((side) => isProse(side) || splitColumns(side) !== undefined)) return undefined;
  const crossing = runs.filter((run) => run.left < gutter && run.right > gutter);
  const sides = isMostlyRightToLeft(runs) ? [right, left] : [left, right];
  const bands = groupRows(crossing);
  const limits = [...bands.map((band) => middle(band[0])), Infinity];
  return limits
    .flatMap((limit, index) => {
      const above = limits[index - 1] ?? -Infinity;
      const isInBand = (run: Run): boolean => middle(run) > above && middle(run) <= limit;
      return [...sides.map((side) => side.filter(isInBand)), bands[index] ?? []];
    })
    .filter((part) => part.length > 0);
}

/** The middle of the widest vertical strip that hardly any run crosses. */
function findGutter(runs: readonly Run[]): number | undefined {
  if (runs.length < 2 * MIN_COLUMN_LINES) return undefined;
  const height = median(runs.map((run) => run.size));
  const start = least(runs, "left");
  const width = greatest(runs, "right") - start;
  const strip = Math.max(height / 4, width / MAX_STRIPS);
  if (!(strip > 0) || !Number.isFinite(strip)) return undefined;
  const count = Math.ceil(width / strip) + 2;
  // How many runs begin, less how many have ended, in each strip.
  const changes = new Float64Array(count);
  for (const run of runs) {
    const from = Math.floor((run.left - start) / strip);
    const to = Math.floor((run.right - start) / strip) + 1;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  let covering = 0;
  let since: number | undefined;
  let best: { readonly from: number; readonly to: number } | undefined;
  for (let at = 0; at < count; at += 1) {
    covering += changes[at] ?? 0;
    if (covering <= runs.length * MAX_CROSSING) {
      since ??= at;
      continue;
    }
    if (since !== undefined && since > 0 && at - since > (best === undefined ? 0 : best.to - best.from)) {
      best = { from: since, to: at };
    }
    since = undefined;
  }
  if (best === undefined || (best.to - best.from) * strip < MIN_GUTTER * height) return undefined;
  return start + ((best.from + best.to) / 2) * strip;
}

function isProse(column: readonly Run[]): boolean {
  if (column.length < MIN_COLUMN_LINES) return false;
  const width = greatest(column, "right") - least(column, "left");
  return (
    median(column.map((run) => lengthOf(run.text))) >= MIN_PROSE_LENGTH &&
    median(column.map((run) => run.right - run.left)) >= MIN_FILLED * width
  );
}
