/**
 * Which quote of the old text each quote of the new text corresponds to. Words that both texts share hold the alignment
 * together, and a quote next to such a word belongs to it. Where words changed, quotes correspond only if both texts
 * have the same sequence of them there. Quotes without a counterpart are new.
 */
import { diffLines } from "../diff/diff-lines.js";
import { findQuoteKind, findQuoteShape, type QuoteShape } from "./quotes.js";

interface Token {
  readonly text: string;
  readonly at: number;
  /** The shape of a quote; undefined for any other token. */
  readonly shape: QuoteShape | undefined;
}

/** Tokens [start, end) of a text, between two words that are anchors, or the ends of the text. */
interface Gap {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

const TOKENS = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu;
const WORD = /^[\p{L}\p{N}_]/u;

/** Both texts with straight quotes only. Returns the offset in the old text by the offset in the new one. */
export function alignQuotes(oldText: string, newText: string): ReadonlyMap<number, number> {
  const oldTokens = listTokens(oldText);
  const newTokens = listTokens(newText);
  const aligned = new Map<number, number>();
  const align = (oldToken: Token | undefined, newToken: Token | undefined, except?: QuoteShape): boolean => {
    if (oldToken === undefined || oldToken.text !== newToken?.text || oldToken.shape !== newToken.shape)
      return false;
    if (except !== undefined && oldToken.shape === except) return false;
    if (oldToken.shape !== undefined) aligned.set(newToken.at, oldToken.at);
    return true;
  };
  const isOpen = (gap: Gap): boolean => gap.oldStart < gap.oldEnd && gap.newStart < gap.newEnd;
  const alignStart = (gap: Gap, except?: QuoteShape): boolean => {
    if (!isOpen(gap) || !align(oldTokens[gap.oldStart], newTokens[gap.newStart], except)) return false;
    gap.oldStart += 1;
    gap.newStart += 1;
    return true;
  };
  const alignEnd = (gap: Gap, except?: QuoteShape): boolean => {
    if (!isOpen(gap) || !align(oldTokens[gap.oldEnd - 1], newTokens[gap.newEnd - 1], except)) return false;
    gap.oldEnd -= 1;
    gap.newEnd -= 1;
    return true;
  };
  for (const gap of findGaps(oldTokens, newTokens)) {
    // First the quotes that belong to a kept word, then whatever else is the same, from both ends in turn.
    while (alignStart(gap, "opening")) {}
    while (alignEnd(gap, "closing")) {}
    while (alignStart(gap) || alignEnd(gap)) alignEnd(gap);
    const oldQuotes = oldTokens.slice(gap.oldStart, gap.oldEnd).filter(isQuote);
    const newQuotes = newTokens.slice(gap.newStart, gap.newEnd).filter(isQuote);
    if (!isSameSequence(oldQuotes, newQuotes)) continue;
    for (const [index, oldQuote] of oldQuotes.entries()) align(oldQuote, newQuotes[index]);
  }
  return aligned;
}

function listTokens(text: string): Token[] {
  return Array.from(text.matchAll(TOKENS), ({ 0: token, index }) => ({
    text: token,
    at: index,
    shape: findQuoteKind(token) === undefined ? undefined : findQuoteShape(text, index),
  }));
}

function isQuote({ shape }: Token): boolean {
  return shape !== undefined;
}

function isSameSequence(oldQuotes: readonly Token[], newQuotes: readonly Token[]): boolean {
  return (
    oldQuotes.length === newQuotes.length &&
    oldQuotes.every(({ text, shape }, index) => {
      const other = newQuotes[index];
      return other?.text === text && other.shape === shape;
    })
  );
}

function findGaps(oldTokens: readonly Token[], newTokens: readonly Token[]): Gap[] {
  const oldWords = listWords(oldTokens);
  const newWords = listWords(newTokens);
  const textsOf = (tokens: readonly Token[], words: readonly number[]): string[] =>
    words.map((word) => tokens[word]?.text ?? "");
  const { changes } = diffLines(textsOf(oldTokens, oldWords), textsOf(newTokens, newWords));
  const gaps: Gap[] = [];
  let [oldStart, newStart, oldWord, newWord] = [0, 0, 0, 0];
  const closeGap = (oldEnd: number, newEnd: number): void => {
    gaps.push({ oldStart, oldEnd, newStart, newEnd });
    [oldStart, newStart] = [oldEnd + 1, newEnd + 1];
  };
  const keepUntil = (end: number): void => {
    for (; oldWord < end; oldWord += 1, newWord += 1) {
      closeGap(oldWords[oldWord] ?? oldTokens.length, newWords[newWord] ?? newTokens.length);
    }
  };
  for (const { beforeStart, beforeEnd, afterEnd } of changes) {
    keepUntil(beforeStart);
    [oldWord, newWord] = [beforeEnd, afterEnd];
  }
  keepUntil(oldWords.length);
  closeGap(oldTokens.length, newTokens.length);
  return gaps;
}

function listWords(tokens: readonly Token[]): number[] {
  const words: number[] = [];
  for (const [index, { text }] of tokens.entries()) if (WORD.test(text)) words.push(index);
  return words;
}
