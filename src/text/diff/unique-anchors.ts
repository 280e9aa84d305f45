/**
 * Lines that occur once on each side of a region and stand in the same order on both: what a person would hold on to
 * in a diff too large to be searched. Takes n log n steps, whatever the lines are.
 */
import type { LineChange } from "./line-change.js";

export interface Anchor {
  readonly before: number;
  readonly after: number;
}

/** The longest run of such lines, in order. `places` must hold 0 for every id, and does so again afterwards. */
export function findUniqueAnchors(
  before: Int32Array,
  after: Int32Array,
  region: LineChange,
  places: LinePlaces,
): Anchor[] {
  notePlaces(before, region.beforeStart, region.beforeEnd, places.before);
  notePlaces(after, region.afterStart, region.afterEnd, places.after);
  const unique: Anchor[] = [];
  for (let index = region.beforeStart; index < region.beforeEnd; index += 1) {
    const id = before[index] ?? 0;
    const other = places.after[id] ?? 0;
    if ((places.before[id] ?? 0) > 0 && other > 0) unique.push({ before: index, after: other - 1 });
  }
  for (const id of before.subarray(region.beforeStart, region.beforeEnd)) places.before[id] = 0;
  for (const id of after.subarray(region.afterStart, region.afterEnd)) places.after[id] = 0;
  return longestRise(unique);
}

/** Where each id stands, plus one; 0 when it has not been met, -1 when more than once. */
export interface LinePlaces {
  readonly before: Int32Array;
  readonly after: Int32Array;
}

function notePlaces(ids: Int32Array, start: number, end: number, places: Int32Array): void {
  for (let index = start; index < end; index += 1) {
    const id = ids[index] ?? 0;
    places[id] = places[id] === 0 ? index + 1 : -1;
  }
}

/** The longest subsequence that rises in `after`; `anchors` rise in `before` already. */
function longestRise(anchors: readonly Anchor[]): Anchor[] {
  /** For each length, the anchor that ends a rise of it with the smallest `after`. */
  const ends: number[] = [];
  const previous = new Int32Array(anchors.length);
  for (const [index, anchor] of anchors.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((anchors[ends[middle] ?? 0]?.after ?? 0) < anchor.after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  }
  const rise: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor !== undefined) rise.push(anchor);
  }
  return rise.toReversed();
}
