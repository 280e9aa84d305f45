/**
 * The lines that changed between two texts. The result is as short as possible in ordinary cases; the work is bounded
 * in steps on any input. When the steps do not suffice, lines that occur once hold the diff together, and what lies
 * between them is compared less thoroughly.
 */
import type { LineChange, LineDiff } from "./line-change.js";
import { LineMatcher } from "./line-matcher.js";
import { findSharedLines, type SharedLines } from "./shared-lines.js";
import { slideChanges } from "./slide-changes.js";
import { findUniqueAnchors } from "./unique-anchors.js";

/** Enough for some four thousand differences among lines both sides have; spent in about a seventh of a second. */
const DEFAULT_MAX_STEPS = 24_000_000;

/**
 * A search given up after n edits has taken about n² steps, the exact way to where it got to as many again, and at
 * least n lines lie behind it: so many steps for each line and edit pass through a whole text.
 */
const STEPS_PER_EDIT = 2;

export interface DiffOptions {
  /** Lines compared in the search; trimming, numbering and joining lines are linear and not counted. */
  readonly maxSteps?: number;
}

/** Lines are compared with their endings: a changed ending is a change. */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
  options: DiffOptions = {},
): LineDiff {
  const region = findChangedRegion(before, after);
  if (isEmpty(region)) return { changes: [], isCoarse: false };
  if (region.beforeStart === region.beforeEnd || region.afterStart === region.afterEnd) {
    return { changes: slideChanges(before, after, [region]), isCoarse: false };
  }
  const isOneLine = region.beforeEnd - region.beforeStart === 1 && region.afterEnd - region.afterStart === 1;
  if (isOneLine) return { changes: [region], isCoarse: false };
  const shared = findSharedLines(before, after, region);
  const { matcher, isCoarse } = matchSharedLines(shared, options.maxSteps ?? DEFAULT_MAX_STEPS);
  return { changes: slideChanges(before, after, collectChanges(region, shared, matcher)), isCoarse };
}

/** What remains between the lines that both begin with and the lines that both end with. */
function findChangedRegion(before: readonly string[], after: readonly string[]): LineChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (beforeEnd > start && afterEnd > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd -= 1;
    afterEnd -= 1;
  }
  return { beforeStart: start, beforeEnd, afterStart: start, afterEnd };
}

/** Half of the steps look for the shortest diff; the other half refine what the anchors leave, small gaps first. */
function matchSharedLines(
  shared: SharedLines,
  maxSteps: number,
): { readonly matcher: LineMatcher; readonly isCoarse: boolean } {
  const [before, after] = [shared.before.ids, shared.after.ids];
  const matcher = new LineMatcher(before, after);
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  const undecided = matcher.match([whole], { maxSteps: maxSteps / 2, maxEdits: Number.POSITIVE_INFINITY });
  if (undecided.length === 0) return { matcher, isCoarse: false };
  const places = { before: new Int32Array(shared.idCount), after: new Int32Array(shared.idCount) };
  const gaps: LineChange[] = [];
  for (const region of undecided) {
    let { beforeStart, afterStart } = region;
    for (const anchor of findUniqueAnchors(before, after, region, places)) {
      matcher.keep(anchor.before, anchor.after);
      gaps.push({ beforeStart, beforeEnd: anchor.before, afterStart, afterEnd: anchor.after });
      beforeStart = anchor.before + 1;
      afterStart = anchor.after + 1;
    }
    gaps.push({ ...region, beforeStart, afterStart });
  }
  const maxEdits = Math.ceil(maxSteps / 2 / (STEPS_PER_EDIT * countLines(whole)));
  gaps.sort((left, right) => countLines(left) - countLines(right));
  matcher.match(gaps, { maxSteps: maxSteps / 2, maxEdits });
  return { matcher, isCoarse: true };
}

/** Everything in the region that is not kept, joined where nothing kept lies between. */
function collectChanges(region: LineChange, shared: SharedLines, matcher: LineMatcher): LineChange[] {
  const beforeKept = keptPositions(shared.before.positions, matcher.beforeKept);
  const afterKept = keptPositions(shared.after.positions, matcher.afterKept);
  const changes: LineChange[] = [];
  let { beforeStart, afterStart } = region;
  for (let index = 0; index <= beforeKept.length; index += 1) {
    const beforeEnd = beforeKept[index] ?? region.beforeEnd;
    const afterEnd = afterKept[index] ?? region.afterEnd;
    const change = { beforeStart, beforeEnd, afterStart, afterEnd };
    if (!isEmpty(change)) changes.push(change);
    beforeStart = beforeEnd + 1;
    afterStart = afterEnd + 1;
  }
  return changes;
}

function keptPositions(positions: Int32Array, kept: Uint8Array): Int32Array {
  return positions.filter((_, index) => kept[index] === 1);
}

function isEmpty(change: LineChange): boolean {
  return countLines(change) === 0;
}

function countLines(change: LineChange): number {
  return change.beforeEnd - change.beforeStart + (change.afterEnd - change.afterStart);
}
