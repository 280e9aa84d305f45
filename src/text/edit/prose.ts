/**
 * Which parts of a Markdown or plain text file are prose. Code blocks, indented lines, front matter, code spans and tags
 * are not: a quote there may be syntax.
 */
import { findQuoteKind, isApostrophe, isCurly } from "./quotes.js";

/** What a line needs to know of the lines before it: the fence it is in, TEXT after a line of text, or "". */
export type BlockState = string;

const TEXT = "text";

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const INDENTED = /^(?: {4}|\t)/;
const FRONT_MATTER = "---";
const CODE_OR_TAG = /`[^`]*`|<[A-Za-z/!][^>]*>/g;

/** The state after a line. Front matter is a block whose fence is the file's first line. */
export function nextBlockState(state: BlockState, line: string, isFirst: boolean): BlockState {
  if (isFirst && line.trimEnd() === FRONT_MATTER) return FRONT_MATTER;
  if (state === FRONT_MATTER) return /^(?:---|\.\.\.)\s*$/.test(line) ? "" : state;
  const fence = FENCE.exec(line)?.[1];
  if (fence === undefined) {
    if (isBlock(state)) return state;
    return line.trim() === "" || !isProseLine(state, line) ? "" : TEXT;
  }
  if (!isBlock(state)) return fence;
  return fence.startsWith(state) && line.trim() === fence ? "" : state;
}

export function isProseLine(state: BlockState, line: string): boolean {
  // An indented line goes on with the text before it; only after a blank line is it code.
  return !isBlock(state) && (state === TEXT || !INDENTED.test(line)) && !FENCE.test(line);
}

function isBlock(state: BlockState): boolean {
  return state !== "" && state !== TEXT;
}

/** Whether text that goes on after `left`, the beginning of its line, is in a code span or a tag. */
export function isInsideCode(left: string): boolean {
  const outside = left.replace(CODE_OR_TAG, "");
  return outside.includes("`") || /<[A-Za-z/!]/.test(outside);
}

/** Typographic and straight quotes of one kind. */
interface QuoteCount {
  curly: number;
  straight: number;
}

export interface QuoteCounts {
  readonly single: QuoteCount;
  readonly double: QuoteCount;
  /** Those of the single ones that stand between two letters. */
  readonly apostrophes: QuoteCount;
}

/** Counts the quotes of a text, or only those in its prose. */
export function countQuotes(text: string, scope: "all" | "prose"): QuoteCounts {
  const counts = { single: noQuotes(), double: noQuotes(), apostrophes: noQuotes() };
  let state: BlockState = "";
  for (const [index, line] of text.split("\n").entries()) {
    const before = state;
    if (scope === "prose") state = nextBlockState(before, line, index === 0);
    if (scope === "all") countLine(line, counts);
    else if (!isBlock(state) && isProseLine(before, line)) countLine(line.replace(CODE_OR_TAG, " "), counts);
  }
  return counts;
}

function noQuotes(): QuoteCount {
  return { curly: 0, straight: 0 };
}

function countLine(line: string, counts: QuoteCounts): void {
  for (const { index, 0: character } of line.matchAll(/['"‘’“”]/g)) {
    const style = isCurly(character) ? "curly" : "straight";
    const isSingle = findQuoteKind(character)?.straight === "'";
    counts[isSingle ? "single" : "double"][style] += 1;
    if (isSingle && isApostrophe(line, index)) counts.apostrophes[style] += 1;
  }
}
