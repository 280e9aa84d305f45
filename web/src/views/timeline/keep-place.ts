/** Where a list that was loaded anew has to be scrolled to, so that what a person looks at stays where it is. */
import type { RowOffsets } from "../../parts/row-offsets.js";

export interface PlacedRows {
  readonly keys: readonly string[];
  readonly offsets: RowOffsets;
}

/** Undefined where nothing that was in sight is left. At the top it stays at the top, where what is new comes. */
export function findKeptPlace(before: PlacedRows, after: PlacedRows, scrolled: number): number | undefined {
  if (scrolled <= 0 || before.keys.length === 0) return undefined;
  const first = before.offsets.indexAt(scrolled);
  const indexes = new Map(after.keys.map((key, index) => [key, index]));
  for (let index = first; index < before.keys.length; index += 1) {
    const now = indexes.get(before.keys[index] as string);
    if (now !== undefined) return after.offsets.offsetOf(now) + scrolled - before.offsets.offsetOf(index);
  }
  return undefined;
}
