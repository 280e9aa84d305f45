/**
 * Puts the runs of a page into the order in which a person reads them, and joins them to lines. The order in which a page
 * draws its text is its author's, mostly right, and kept between parts of the page that lie apart; inside a part, lines go
 * from top to bottom. Columns that are drawn line by line across the page are recognised when they are surely prose.
 */
import { MIN_PROSE_LENGTH, splitColumns } from "./prose-columns.js";
import {
  greatest,
  groupRows,
  isMostlyRightToLeft,
  least,
  lengthOf,
  median,
  middle,
  SAME_ROW,
} from "./run-places.js";
import { isSameLine, type Run } from "./text-runs.js";

/** In line heights: more than this between two pieces is a space, and more than that a step to the next cell. */
const SPACE_GAP = 0.15;
const CELL_GAP = 1.5;
/** In line heights: going up by more begins another part. */
const MIN_JUMP = 2.5;
/** Two that overlap by this share of a line's height, or of a column's width, still lie apart. */
const MAX_TOUCHING = 0.2;
/** In letters a line. */
const MIN_COLUMN_LENGTH = 4;
/** A page of more is drawn in no order at all. */
const MAX_CUT_BLOCKS = 50;
/** Parts within parts; real pages have four or five. */
const MAX_DEPTH = 16;

/** Lines as they are read. On a form, what was filled in is drawn after all the questions, and goes beside them. */
export function orderLines(runs: readonly Run[], isForm: boolean, depth = 0): string[] {
  if (depth > MAX_DEPTH || runs.length < 2) return joinRows(runs);
  const next = (part: readonly Run[]): string[] => orderLines(part, isForm, depth + 1);
  const columns = splitColumns(runs);
  if (columns !== undefined) return columns.flatMap(next);
  const drawn = splitWhereItJumpsUp(runs);
  if (drawn.length === 1) return joinRows(runs);
  const blocks = splitBesideOthers(drawn);
  const layers = splitApart(blocks, "top", "bottom");
  if (layers.length > 1) return layers.flatMap(next);
  const sides = splitApart(blocks, "left", "right");
  if (isForm || !areColumns(sides) || isTable(sides)) return joinRows(runs);
  return (isMostlyRightToLeft(runs) ? sides.toReversed() : sides).flatMap(next);
}

/** Parts of the page that were drawn downwards in one go. A little up, as in a formula, is no new part. */
function splitWhereItJumpsUp(runs: readonly Run[]): Run[][] {
  const jump = MIN_JUMP * median(runs.map((run) => run.size));
  const blocks: Run[][] = [];
  for (const [index, run] of runs.entries()) {
    const previous = runs[index - 1];
    if (previous !== undefined && middle(run) > middle(previous) - jump) blocks.at(-1)?.push(run);
    else blocks.push([run]);
  }
  return blocks;
}

/**
 * A title is drawn in one go with the left column below it, and a footer with the right one above it. So each block is cut
 * where a later one begins beside it, and where an earlier one has ended.
 */
function splitBesideOthers(blocks: readonly Run[][]): readonly Run[][] {
  if (blocks.length > MAX_CUT_BLOCKS) return blocks;
  const tops = blocks.map((block) => least(block, "top"));
  const bottoms = blocks.map((block) => greatest(block, "bottom"));
  return blocks.flatMap((block, index) => {
    const cuts = [...bottoms.slice(0, index), ...tops.slice(index + 1)];
    const parts = new Map<number, Run[]>();
    for (const run of block) {
      const part = cuts.filter((cut) => cut < middle(run)).length;
      const known = parts.get(part);
      if (known === undefined) parts.set(part, [run]);
      else known.push(run);
    }
    return [...parts.values()];
  });
}

/** Groups of blocks with a clear line between them, in the order of their places. */
function splitApart(blocks: readonly Run[][], start: "left" | "top", end: "right" | "bottom"): Run[][] {
  const extents = blocks
    .map((runs, index) => ({
      index,
      runs,
      from: least(runs, start),
      to: greatest(runs, end),
    }))
    .toSorted((a, b) => a.from - b.from);
  const line = median(blocks.flat().map((run) => run.size));
  const groups: (typeof extents)[] = [];
  let reached = -Infinity;
  for (const extent of extents) {
    // Descenders of one line may touch the next, and a line that is too long the next column.
    const length = extent.to - extent.from;
    const touching = MAX_TOUCHING * (start === "top" ? Math.min(line, length) : length);
    if (reached - extent.from <= touching) groups.push([]);
    groups.at(-1)?.push(extent);
    reached = Math.max(reached, extent.to);
  }
  return groups.map((group) => group.toSorted((a, b) => a.index - b.index).flatMap((extent) => extent.runs));
}

/** Bullets or numbers beside their lines, or words of one line, are none. */
function areColumns(sides: readonly Run[][]): boolean {
  const columns = sides.filter(
    (side) =>
      groupRows(side).length > 1 && median(side.map((run) => lengthOf(run.text))) >= MIN_COLUMN_LENGTH,
  );
  return columns.length > 1;
}

/** Columns of as many short lines each, all at the same heights. */
function isTable(columns: readonly Run[][]): boolean {
  const rows = columns.map((column) => groupRows(column));
  const first = rows[0] ?? [];
  return (
    first.length > 1 &&
    columns.every((column) => median(column.map((run) => lengthOf(run.text))) < MIN_PROSE_LENGTH) &&
    rows.every(
      (column) =>
        column.length === first.length &&
        column.every((row, index) => {
          const [a, b] = [row[0], first[index]?.[0]];
          return a !== undefined && b !== undefined && isSameLine(a, b, SAME_ROW);
        }),
    )
  );
}

function joinRows(runs: readonly Run[]): string[] {
  return groupRows(runs).map((row) => {
    const pieces = isMostlyRightToLeft(row) ? row.toReversed() : row;
    return pieces.reduce((line, run, index) => {
      const previous = pieces[index - 1];
      if (previous === undefined) return run.text;
      const gap = Math.max(run.left - previous.right, previous.left - run.right);
      const height = Math.max(run.size, previous.size);
      return line + (gap > CELL_GAP * height ? "\t" : gap > SPACE_GAP * height ? " " : "") + run.text;
    }, "");
  });
}
