/** Where runs stand, and how they lie to each other. Pure. */
import { isSameLine, type Run } from "./text-runs.js";

/** Two pieces of one row share this much of their height. */
export const SAME_ROW = 0.5;

/** Runs side by side, from left to right; rows from top to bottom. */
export function groupRows(runs: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  // The tallest one stands for its row: what is small and raised must not draw the next row in.
  let tallest: Run | undefined;
  for (const run of runs.toSorted((a, b) => middle(a) - middle(b))) {
    if (tallest !== undefined && isSameLine(tallest, run, SAME_ROW)) {
      rows.at(-1)?.push(run);
      if (run.bottom - run.top > tallest.bottom - tallest.top) tallest = run;
    } else {
      rows.push([run]);
      tallest = run;
    }
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/** In letters of an alphabet: a Chinese or Japanese character says as much as two. */
export function lengthOf(text: string): number {
  return text.length + (text.match(/[\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}

export function isMostlyRightToLeft(runs: readonly Run[]): boolean {
  return runs.filter((run) => run.isRightToLeft).length * 2 > runs.length;
}

export function middle(run: Run | undefined): number {
  return run === undefined ? 0 : (run.top + run.bottom) / 2;
}

/** Not by spreading: there may be more of them than a call can have arguments. */
export function least(runs: readonly Run[], side: "left" | "top"): number {
  return runs.reduce((found, run) => Math.min(found, run[side]), Infinity);
}

export function greatest(runs: readonly Run[], side: "right" | "bottom"): number {
  return runs.reduce((found, run) => Math.max(found, run[side]), -Infinity);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
