/** How much of a file a session knows, as bars to scale and in words. */
import type { SeenFile } from "../../../../src/desk/desk.js";
import { type LineRange, OPEN_END } from "../../../../src/text/line-ranges.js";
import { formatCount } from "../../../../src/text/quantities.js";

/** A piece of the bar, in parts of `BAR_WIDTH`. */
export interface BarPiece {
  readonly start: number;
  readonly width: number;
}

export const BAR_WIDTH = 1000;
/** One known line of a million is still to be seen. */
const LEAST_WIDTH = 8;
/** What is less apart can't be told apart; so there are never more than a hundred pieces. */
const LEAST_GAP = 2;

type Known = Pick<SeenFile, "shown" | "total" | "unit">;

/** Ranges that run together at this scale are drawn as one. */
export function drawCoverage({ shown, total }: Known): readonly BarPiece[] {
  // A file that was not counted to its end is drawn as if it were twice what is known of it.
  const known = shown.reduce((last, { from, to }) => Math.max(last, to === OPEN_END ? from : to), 0);
  const length = total ?? Math.max(1, known * 2);
  if (length === 0) return [{ start: 0, width: BAR_WIDTH }];
  const pieces: BarPiece[] = [];
  for (const { from, to } of shown) {
    const start = Math.min(scale(from - 1, length), BAR_WIDTH - LEAST_WIDTH);
    const end = Math.max(scale(to, length), start + LEAST_WIDTH);
    const last = pieces.at(-1);
    if (last !== undefined && start <= last.start + last.width + LEAST_GAP) {
      pieces[pieces.length - 1] = { start: last.start, width: Math.max(last.width, end - last.start) };
    } else {
      pieces.push({ start, width: end - start });
    }
  }
  return pieces;
}

function scale(line: number, length: number): number {
  return Math.round((Math.max(0, Math.min(line, length)) / length) * BAR_WIDTH);
}

const MAX_RANGES_NAMED = 3;

/** "whole file", "lines 1–120 of 400", "lines 1–20, 40–60 and 5 more ranges of 400". */
export function describeCoverage({ shown, total, unit }: Known): string {
  if (isWhole(shown, total)) return "whole file";
  if (shown.length === 0) return total === null ? `no ${unit}` : `no ${unit} of ${formatCount(total)}`;
  const named = shown.slice(0, MAX_RANGES_NAMED).map(describeRange);
  const more = shown.length - named.length;
  const isSingle = shown.length === 1 && shown[0]?.from === shown[0]?.to;
  const ranges =
    more > 0 ? `${named.join(", ")} and ${more} more ${more === 1 ? "range" : "ranges"}` : joinWords(named);
  const of = total === null ? ", length not known" : ` of ${formatCount(total)}`;
  return `${isSingle ? unit.slice(0, -1) : unit} ${ranges}${of}`;
}

function isWhole(shown: readonly LineRange[], total: number | null): boolean {
  const [first] = shown;
  if (total === 0) return true;
  if (first === undefined || shown.length > 1 || first.from > 1) return false;
  return first.to === OPEN_END || (total !== null && first.to >= total);
}

function describeRange({ from, to }: LineRange): string {
  if (from === to) return formatCount(from);
  return to === OPEN_END ? `${formatCount(from)} to the end` : `${formatCount(from)}–${formatCount(to)}`;
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
