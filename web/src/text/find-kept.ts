/** What two lists have in common, in order: as much as any comparison can find. */
import { align } from "./align.js";

export interface Kept {
  /** 1 for each item that is kept; the n-th kept one before is the n-th kept one after. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** It would have taken too many comparisons: only what both begin and end with is kept. */
  readonly isCoarse: boolean;
}

export function findKept(before: readonly string[], after: readonly string[], maxComparisons: number): Kept {
  const kept = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  const keep = (left: number, right: number): void => {
    kept.before[left] = 1;
    kept.after[right] = 1;
  };
  let start = 0;
  let [left, right] = [before.length, after.length];
  for (; start < left && start < right && before[start] === after[start]; start += 1) keep(start, start);
  while (left > start && right > start && before[left - 1] === after[right - 1]) keep(--left, --right);
  const isCoarse = (left - start) * (right - start) > maxComparisons;
  if (!isCoarse) {
    const isSame = (row: number, column: number): number =>
      before[start + row] === after[start + column] ? 1 : 0;
    for (const [row, column] of align(left - start, right - start, isSame)) keep(start + row, start + column);
  }
  return { ...kept, isCoarse };
}
