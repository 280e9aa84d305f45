/** Which parts of two versions of a line differ, in whole words. None where too much does: marks would only be noise. */
import { findKept } from "../../text/find-kept.js";

/** From, and up to but without, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface WordMarks {
  readonly removed: readonly Span[];
  readonly added: readonly Span[];
}

const noMarks: WordMarks = { removed: [], added: [] };
const MAX_LINE = 2000;
/** Some hundred words between the first and the last that differ; a line that needs more is another line. */
const MAX_COMPARISONS = 40_000;
/** Of the longer line's letters, so many have to be the same. */
const MIN_KEPT = 0.3;
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

export function findWordMarks(removed: string, added: string): WordMarks {
  if (removed.length > MAX_LINE || added.length > MAX_LINE) return noMarks;
  const [before, after] = [removed.match(WORDS) ?? [], added.match(WORDS) ?? []];
  const kept = findKept(before, after, MAX_COMPARISONS);
  if (kept.isCoarse) return noMarks;
  const longest = Math.max(countInk(before), countInk(after));
  if (countInk(before.filter((_, index) => kept.before[index] === 1)) < MIN_KEPT * longest) return noMarks;
  return { removed: toSpans(before, kept.before), added: toSpans(after, kept.after) };
}

/** Words as places in the line; marks with nothing but blanks between them become one. */
function toSpans(words: readonly string[], kept: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  let position = 0;
  /** Whether all since the last mark was blank. */
  let isNear = false;
  for (const [index, word] of words.entries()) {
    const to = position + word.length;
    const last = spans.at(-1);
    if (kept[index] === 1) isNear &&= word.trim() === "";
    else if (isNear && last !== undefined) spans[spans.length - 1] = { from: last.from, to };
    else {
      spans.push({ from: position, to });
      isNear = true;
    }
    position = to;
  }
  return spans;
}

/** Characters that are no blanks. */
function countInk(words: readonly string[]): number {
  return words.reduce((count, word) => count + word.trim().length, 0);
}
