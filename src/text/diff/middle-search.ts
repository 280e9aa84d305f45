/**
 * The middle of a shortest way from one sequence to another: Myers' search from both ends at once ("An O(ND)
 * Difference Algorithm and Its Variations", 1986, section 4b). Whoever splits there and goes on in both halves finds
 * the whole way with no more memory than one row per end.
 */
import type { LineChange } from "./line-change.js";

/** Beyond every line, so that a diagonal nobody has walked never looks like the better way back. */
const UNREACHED = 0x7fffffff;

/** The diagonals (line before minus line after) a search has reached: every second one from low to high. */
interface Reach {
  low: number;
  high: number;
}

interface Point {
  readonly before: number;
  readonly after: number;
}

export class MiddleSearch {
  /** Lines it may still look at; a search ends without a result when they are spent. */
  stepsLeft = 0;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  /** How far into `before` each diagonal was followed, from the start and from the end. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  /** Index of diagonal 0 in both. */
  readonly #origin: number;

  constructor(before: Int32Array, after: Int32Array) {
    this.#before = before;
    this.#after = after;
    this.#forward = new Int32Array(before.length + after.length + 3);
    this.#backward = new Int32Array(before.length + after.length + 3);
    this.#origin = after.length + 1;
  }

  /**
   * A point in the middle of a shortest way through a region whose first lines differ and whose last lines differ.
   * Such a way has at least two edits, so the point is never a corner and both halves are smaller.
   * After `maxEdits` from each end it is the point that got furthest instead, on a shortest way or not.
   */
  find(region: LineChange, maxEdits: number): Point | undefined {
    const fromStart = region.beforeStart - region.afterStart;
    const fromEnd = region.beforeEnd - region.afterEnd;
    const isOdd = ((fromStart - fromEnd) & 1) !== 0;
    const forward: Reach = { low: fromStart, high: fromStart };
    const backward: Reach = { low: fromEnd, high: fromEnd };
    this.#forward[this.#origin + fromStart] = region.beforeStart;
    this.#backward[this.#origin + fromEnd] = region.beforeEnd;
    for (let edits = 1; this.stepsLeft > 0; edits += 1) {
      widen(forward, region, this.#forward, this.#origin, -1);
      const end = this.#advanceForward(region, forward, isOdd ? backward : undefined);
      if (end !== undefined) return this.#pointOn(end, this.#forward);
      widen(backward, region, this.#backward, this.#origin, UNREACHED);
      const start = this.#advanceBackward(region, backward, isOdd ? undefined : forward);
      if (start !== undefined) return this.#pointOn(start, this.#backward);
      if (edits >= maxEdits && this.stepsLeft > 0) return this.#furthestPoint(region, forward);
    }
    return undefined;
  }

  #pointOn(diagonal: number, furthest: Int32Array): Point {
    const before = furthest[this.#origin + diagonal] ?? 0;
    return { before, after: before - diagonal };
  }

  /** The point reached from the start with most lines behind it. */
  #furthestPoint(region: LineChange, reach: Reach): Point | undefined {
    let best: Point | undefined;
    for (let diagonal = reach.low; diagonal <= reach.high; diagonal += 2) {
      const point = this.#pointOn(diagonal, this.#forward);
      const isInside = point.before <= region.beforeEnd && point.after <= region.afterEnd;
      const isFurther = best === undefined || point.before + point.after > best.before + best.after;
      if (isInside && isFurther) best = point;
    }
    return best;
  }

  /** One more edit from the start on every diagonal; answers the diagonal on which the search from the end is met. */
  #advanceForward(region: LineChange, reach: Reach, opposite: Reach | undefined): number | undefined {
    const [before, after, forward, backward] = [this.#before, this.#after, this.#forward, this.#backward];
    const { beforeEnd, afterEnd } = region;
    const low = opposite?.low ?? UNREACHED;
    const high = opposite?.high ?? -UNREACHED;
    const origin = this.#origin;
    let steps = this.stepsLeft;
    let met: number | undefined;
    for (let diagonal = reach.high; diagonal >= reach.low && steps > 0; diagonal -= 2) {
      const index = origin + diagonal;
      const deleted = (forward[index - 1] ?? 0) + 1;
      const inserted = forward[index + 1] ?? 0;
      const start = deleted > inserted ? deleted : inserted;
      let x = start;
      while (x < beforeEnd && x - diagonal < afterEnd && before[x] === after[x - diagonal]) x += 1;
      forward[index] = x;
      steps -= x - start + 1;
      if (diagonal >= low && diagonal <= high && (backward[index] ?? 0) <= x) {
        met = diagonal;
        break;
      }
    }
    this.stepsLeft = steps;
    return met;
  }

  #advanceBackward(region: LineChange, reach: Reach, opposite: Reach | undefined): number | undefined {
    const [before, after, forward, backward] = [this.#before, this.#after, this.#forward, this.#backward];
    const { beforeStart, afterStart } = region;
    const low = opposite?.low ?? UNREACHED;
    const high = opposite?.high ?? -UNREACHED;
    const origin = this.#origin;
    let steps = this.stepsLeft;
    let met: number | undefined;
    for (let diagonal = reach.high; diagonal >= reach.low && steps > 0; diagonal -= 2) {
      const index = origin + diagonal;
      const deleted = (backward[index + 1] ?? 0) - 1;
      const inserted = backward[index - 1] ?? 0;
      const start = deleted < inserted ? deleted : inserted;
      let x = start;
      while (x > beforeStart && x - diagonal > afterStart && before[x - 1] === after[x - diagonal - 1])
        x -= 1;
      backward[index] = x;
      steps -= start - x + 1;
      if (diagonal >= low && diagonal <= high && x <= (forward[index] ?? 0)) {
        met = diagonal;
        break;
      }
    }
    this.stepsLeft = steps;
    return met;
  }
}

/** One diagonal more on each side, or one less where the region ends: every second one stays the right one. */
function widen(
  reach: Reach,
  region: LineChange,
  furthest: Int32Array,
  origin: number,
  unreached: number,
): void {
  if (reach.low > region.beforeStart - region.afterEnd) {
    reach.low -= 1;
    furthest[origin + reach.low - 1] = unreached;
  } else {
    reach.low += 1;
  }
  if (reach.high < region.beforeEnd - region.afterStart) {
    reach.high += 1;
    furthest[origin + reach.high + 1] = unreached;
  } else {
    reach.high -= 1;
  }
}
