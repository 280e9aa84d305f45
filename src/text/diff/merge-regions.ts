/**
 * Which changes of two sides belong together. Changes that share a line of the base always do. Changes that only touch
 * stay apart, unless which of them comes first would be a guess.
 */
import type { LineChange } from "./line-change.js";

/** A run of base lines that one side changed, or that both did in ways that can't be told apart. */
export interface MergeRegion {
  readonly start: number;
  readonly end: number;
  readonly ours: readonly LineChange[];
  readonly theirs: readonly LineChange[];
}

interface SideChange {
  readonly side: "ours" | "theirs";
  readonly change: LineChange;
}

export function planMergeRegions(ours: readonly LineChange[], theirs: readonly LineChange[]): MergeRegion[] {
  const all: SideChange[] = [
    ...ours.map((change) => ({ side: "ours" as const, change })),
    ...theirs.map((change) => ({ side: "theirs" as const, change })),
  ];
  all.sort(({ change: a }, { change: b }) => a.beforeStart - b.beforeStart || a.beforeEnd - b.beforeEnd);
  const groups: SideChange[][] = [];
  /** The last change of each side in the last group; changes of one side never collide among themselves. */
  let last: { ours?: SideChange; theirs?: SideChange } = {};
  for (const next of all) {
    const opposite = next.side === "ours" ? last.theirs : last.ours;
    if (opposite !== undefined && collide(opposite, next)) {
      groups.at(-1)?.push(next);
      last[next.side] = next;
    } else {
      groups.push([next]);
      last = { [next.side]: next };
    }
  }
  return groups.map(toRegion);
}

/**
 * Whether a change meets an earlier one of the other side. Where two changes only touch, both may have put new lines
 * at the border: certainly an addition, possibly any change that adds more than it removes. Which of those lines come
 * first is nobody's to choose, and after a last line without newline they would run together. A replacement beside a
 * replacement has the place of the lines it replaced.
 */
function collide(earlier: SideChange, later: SideChange): boolean {
  const [first, second] = [earlier.change, later.change];
  if (second.beforeStart !== first.beforeEnd) return second.beforeStart < first.beforeEnd;
  if (countAdded(first) === 0 || countAdded(second) === 0) return false;
  const hasPureAddition = countRemoved(first) === 0 || countRemoved(second) === 0;
  const bothGrow = countAdded(first) > countRemoved(first) && countAdded(second) > countRemoved(second);
  return hasPureAddition || bothGrow;
}

function countRemoved(change: LineChange): number {
  return change.beforeEnd - change.beforeStart;
}

function countAdded(change: LineChange): number {
  return change.afterEnd - change.afterStart;
}

function toRegion(group: readonly SideChange[]): MergeRegion {
  const changesOf = (side: "ours" | "theirs"): LineChange[] =>
    group.filter((entry) => entry.side === side).map((entry) => entry.change);
  return {
    start: group[0]?.change.beforeStart ?? 0,
    end: group.reduce((end, { change }) => Math.max(end, change.beforeEnd), 0),
    ours: changesOf("ours"),
    theirs: changesOf("theirs"),
  };
}
