/**
 * Decides which lines two sequences keep. What it keeps is as much as any diff can keep, for as long as its steps
 * last; regions it had no steps for are handed back.
 */
import type { LineChange } from "./line-change.js";
import { MiddleSearch } from "./middle-search.js";

export interface MatchLimits {
  /** Lines looked at; what is left when they are spent stays undecided. */
  readonly maxSteps: number;
  /**
   * Edits tried from each end of a region before the way that got furthest is taken, shortest or not. Infinity keeps
   * the result exact.
   */
  readonly maxEdits: number;
}

export class LineMatcher {
  /** 1 for each line that is kept; the n-th kept line before is the n-th kept line after. */
  readonly beforeKept: Uint8Array;
  readonly afterKept: Uint8Array;
  readonly #before: Int32Array;
  readonly #after: Int32Array;
  readonly #search: MiddleSearch;

  constructor(before: Int32Array, after: Int32Array) {
    this.beforeKept = new Uint8Array(before.length);
    this.afterKept = new Uint8Array(after.length);
    this.#before = before;
    this.#after = after;
    this.#search = new MiddleSearch(before, after);
  }

  keep(beforeIndex: number, afterIndex: number): void {
    this.beforeKept[beforeIndex] = 1;
    this.afterKept[afterIndex] = 1;
  }

  /** Keeps what can be kept in the regions, in the order given, and answers the parts that were left undecided. */
  match(regions: readonly LineChange[], limits: MatchLimits): LineChange[] {
    this.#search.stepsLeft = limits.maxSteps;
    const open = regions.toReversed();
    const undecided: LineChange[] = [];
    for (let region = open.pop(); region !== undefined; region = open.pop()) {
      const inner = this.#keepCommonEnds(region);
      const { beforeStart, beforeEnd, afterStart, afterEnd } = inner;
      if (beforeStart === beforeEnd || afterStart === afterEnd) continue;
      const middle = this.#search.find(inner, limits.maxEdits);
      if (middle === undefined) {
        undecided.push(inner);
      } else {
        open.push({ beforeStart: middle.before, beforeEnd, afterStart: middle.after, afterEnd });
        open.push({ beforeStart, beforeEnd: middle.before, afterStart, afterEnd: middle.after });
      }
    }
    return undecided;
  }

  #keepCommonEnds(region: LineChange): LineChange {
    let { beforeStart, beforeEnd, afterStart, afterEnd } = region;
    const isOpen = (): boolean => beforeStart < beforeEnd && afterStart < afterEnd;
    while (isOpen() && this.#before[beforeStart] === this.#after[afterStart]) {
      this.keep(beforeStart, afterStart);
      beforeStart += 1;
      afterStart += 1;
    }
    while (isOpen() && this.#before[beforeEnd - 1] === this.#after[afterEnd - 1]) {
      beforeEnd -= 1;
      afterEnd -= 1;
      this.keep(beforeEnd, afterEnd);
    }
    return { beforeStart, beforeEnd, afterStart, afterEnd };
  }
}
