/**
 * Which added line takes the place of which removed one. Where as many were added as removed, they are taken in their
 * order; else those that are most alike, in order, found in steps that are bounded.
 */
import { align } from "../../text/align.js";
import type { DiffLine, LinePair } from "./diff-lines-of-hunk.js";

/** Beyond so many comparisons lines are paired by their order alone. */
const MAX_COMPARISONS = 900;
/** Only so much of each end of a line is compared. */
const MAX_COMPARED = 120;
/** Lines less alike than this are neighbours, not versions of each other. */
const MIN_LIKENESS = 0.25;

export function pairLines(removed: readonly DiffLine[], added: readonly DiffLine[]): readonly LinePair[] {
  if (removed.length === 0 || added.length === 0) return inOrder(removed, added, { isMatch: false });
  const isByLikeness = removed.length !== added.length && removed.length * added.length <= MAX_COMPARISONS;
  if (!isByLikeness) return inOrder(removed, added, { isMatch: true });
  const pairs: LinePair[] = [];
  let [oldAt, newAt] = [0, 0];
  const likeness = (oldIndex: number, newIndex: number): number => {
    const like = likenessOf(removed[oldIndex]?.text ?? "", added[newIndex]?.text ?? "");
    return like < MIN_LIKENESS ? 0 : like;
  };
  for (const [oldIndex, newIndex] of align(removed.length, added.length, likeness)) {
    pairs.push(...inOrder(removed.slice(oldAt, oldIndex), added.slice(newAt, newIndex), { isMatch: false }));
    pairs.push({ removed: removed[oldIndex], added: added[newIndex], isMatch: true });
    [oldAt, newAt] = [oldIndex + 1, newIndex + 1];
  }
  pairs.push(...inOrder(removed.slice(oldAt), added.slice(newAt), { isMatch: false }));
  return pairs;
}

function inOrder(
  removed: readonly DiffLine[],
  added: readonly DiffLine[],
  { isMatch }: Pick<LinePair, "isMatch">,
): readonly LinePair[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => ({
    removed: removed[at],
    added: added[at],
    isMatch: isMatch && at < removed.length && at < added.length,
  }));
}

/** How much of the longer line both begin and end with, from 0 to 1. */
function likenessOf(before: string, after: string): number {
  const [left, right] = [before.trim(), after.trim()];
  const shorter = Math.min(left.length, right.length);
  const most = Math.min(shorter, MAX_COMPARED);
  if (most === 0) return 0;
  let start = 0;
  while (start < most && left.charCodeAt(start) === right.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < Math.min(most, shorter - start) &&
    left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end)
  ) {
    end += 1;
  }
  return (start + end) / Math.min(Math.max(left.length, right.length), 2 * MAX_COMPARED);
}
