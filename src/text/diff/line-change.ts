/** What a line diff consists of. Everything else in this folder is made from it. */

/**
 * Lines [beforeStart, beforeEnd) became lines [afterStart, afterEnd), counted from 0. Either side may be empty, never
 * both.
 */
export interface LineChange {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

export interface LineDiff {
  /** In order, disjoint, and with at least one kept line between neighbours. */
  readonly changes: readonly LineChange[];
  /** The steps did not suffice: the changes are true, but may name more lines than necessary. */
  readonly isCoarse: boolean;
}
