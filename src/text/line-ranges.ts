/**
 * Sets of line numbers as sorted, disjoint, non-adjacent inclusive ranges. The ledger uses them for what has been
 * shown; a million lines read page by page stay one range.
 */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export type LineRanges = readonly LineRange[];

/** The end of a range whose file has not been counted to its end. */
export const OPEN_END: number = Number.MAX_SAFE_INTEGER;

export const noLines: LineRanges = Object.freeze([]);

export function lineRange(from: number, to: number): LineRanges {
  return from > to ? noLines : [{ from, to }];
}

export function uniteRanges(left: LineRanges, right: LineRanges): LineRanges {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  return joinRanges([...left, ...right]);
}

/** A set from ranges in any order, which may touch and overlap. */
export function joinRanges(ranges: readonly LineRange[]): LineRanges {
  const sorted = ranges.toSorted((a, b) => a.from - b.from);
  const united: LineRange[] = [];
  for (const range of sorted) {
    const last = united.at(-1);
    if (last !== undefined && range.from <= last.to + 1) {
      united[united.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    } else {
      united.push(range);
    }
  }
  return united;
}

/** What of `wanted` is not in `known`. */
export function subtractRanges(wanted: LineRanges, known: LineRanges): LineRanges {
  const missing: LineRange[] = [];
  for (const range of wanted) {
    let from = range.from;
    for (const cover of known) {
      if (cover.to < from) continue;
      if (cover.from > range.to) break;
      if (cover.from > from) missing.push({ from, to: cover.from - 1 });
      from = cover.to + 1;
    }
    if (from <= range.to) missing.push({ from, to: range.to });
  }
  return missing;
}

export interface RangeWords {
  /** How many ranges to name at most. */
  readonly limit?: number | undefined;
  /** What they count. */
  readonly unit?: "lines" | "cells" | undefined;
}

/** "lines 3-9, 12 and 40-44". */
export function describeRanges(ranges: LineRanges, { limit = 5, unit = "lines" }: RangeWords = {}): string {
  const shown = ranges.slice(0, limit).map(describeRange);
  const more = ranges.length - shown.length;
  if (more > 0) shown.push(`${more} more ${more === 1 ? "range" : "ranges"}`);
  const last = shown.pop() ?? "none";
  const single = ranges.length === 1 && ranges[0]?.from === ranges[0]?.to;
  const list = shown.length === 0 ? last : `${shown.join(", ")} and ${last}`;
  return `${single ? unit.slice(0, -1) : unit} ${list}`;
}

function describeRange({ from, to }: LineRange): string {
  if (from === to) return `${from}`;
  return to === OPEN_END ? `${from} to the end` : `${from}-${to}`;
}
