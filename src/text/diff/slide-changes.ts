/**
 * Where lines were added or removed among equal ones, several diffs are equally short. Such a change is put where it
 * begins and ends at the least indented lines, as low as possible among equals, so that it reads as the block somebody
 * wrote instead of the end of one block and the beginning of the next. Changes that meet on the way become one.
 */
import type { LineChange } from "./line-change.js";

/** Indentation beyond this is not told apart. */
const MAX_INDENT = 80;
/** A blank line counts as what follows it, if that is near. */
const MAX_BLANK_LINES = 5;

export function slideChanges(
  before: readonly string[],
  after: readonly string[],
  changes: readonly LineChange[],
): LineChange[] {
  // Keeps the whole linear: made-up texts could let every change slide over all the others.
  let stepsLeft = before.length + after.length;
  const slid: LineChange[] = [];
  for (const [index, change] of [...changes.entries()].toReversed()) {
    const next = slid.at(-1);
    const range = findSlideRange(before, after, change, {
      up: Math.min(change.beforeStart - (changes[index - 1]?.beforeEnd ?? 0), stepsLeft),
      down: Math.min((next?.beforeStart ?? before.length) - change.beforeEnd, stepsLeft),
    });
    stepsLeft -= range.up + range.down;
    if (next !== undefined && change.beforeEnd + range.down === next.beforeStart) {
      const moved = moveBy(change, range.down);
      slid[slid.length - 1] = { ...moved, beforeEnd: next.beforeEnd, afterEnd: next.afterEnd };
    } else {
      slid.push(moveBy(change, findBestPlace(before, after, change, range)));
    }
  }
  return slid.toReversed();
}

interface SlideRange {
  readonly up: number;
  readonly down: number;
}

/** The lines that were only added or only removed; what was replaced has its place. */
function findBlock(
  before: readonly string[],
  after: readonly string[],
  change: LineChange,
): { readonly lines: readonly string[]; readonly start: number; readonly end: number } | undefined {
  const { beforeStart, beforeEnd, afterStart, afterEnd } = change;
  if (beforeStart === beforeEnd) return { lines: after, start: afterStart, end: afterEnd };
  return afterStart === afterEnd ? { lines: before, start: beforeStart, end: beforeEnd } : undefined;
}

/** How far a change can go, within the room it has, without any line changing its content. */
function findSlideRange(
  before: readonly string[],
  after: readonly string[],
  change: LineChange,
  room: SlideRange,
): SlideRange {
  const block = findBlock(before, after, change);
  if (block === undefined) return { up: 0, down: 0 };
  const { lines, start, end } = block;
  let down = 0;
  while (down < room.down && lines[start + down] === lines[end + down]) down += 1;
  let up = 0;
  while (up < room.up && lines[start - up - 1] === lines[end - up - 1]) up += 1;
  return { up, down };
}

function findBestPlace(
  before: readonly string[],
  after: readonly string[],
  change: LineChange,
  range: SlideRange,
): number {
  const block = findBlock(before, after, change);
  if (block === undefined || range.up + range.down === 0) return 0;
  let best = range.down;
  let bestIndent = Number.POSITIVE_INFINITY;
  for (let shift = range.down; shift >= -range.up; shift -= 1) {
    const indent = indentAt(block.lines, block.start + shift) + indentAt(block.lines, block.end + shift);
    if (indent < bestIndent) {
      best = shift;
      bestIndent = indent;
    }
  }
  return best;
}

/** Of the line, or of the first line after blank ones; the end of the text is not indented. */
function indentAt(lines: readonly string[], index: number): number {
  for (let ahead = 0; ahead <= MAX_BLANK_LINES; ahead += 1) {
    const line = lines[index + ahead];
    if (line === undefined) return 0;
    let indent = 0;
    while (indent < MAX_INDENT && isSpaceOrTab(line.charCodeAt(indent))) indent += 1;
    const isBlank = indent >= line.length || line.startsWith("\n", indent) || line.startsWith("\r\n", indent);
    if (!isBlank) return indent;
  }
  return MAX_INDENT;
}

function isSpaceOrTab(unit: number): boolean {
  return unit === 0x20 || unit === 0x09;
}

function moveBy(change: LineChange, distance: number): LineChange {
  return {
    beforeStart: change.beforeStart + distance,
    beforeEnd: change.beforeEnd + distance,
    afterStart: change.afterStart + distance,
    afterEnd: change.afterEnd + distance,
  };
}
