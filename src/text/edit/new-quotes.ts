/**
 * What a quote becomes that nothing in the replaced text corresponds to. In prose it takes the dominant style of its kind.
 * In code it stays straight, because a typographic quote is never syntax, except where a straight one can only be
 * content: in a literal whose content is typographic already, and in comments.
 */
import { type BlockState, isInsideCode, isProseLine, nextBlockState } from "./prose.js";
import { countOpen, type LiteralState } from "./quote-scanner.js";
import {
  findQuoteKind,
  findQuoteShape,
  isApostrophe,
  isCurly,
  opensAt,
  type QuoteKind,
  type QuoteShape,
} from "./quotes.js";

/** Where a replacement goes. `before` and `after` are the rest of its first and last line. */
export interface QuotedPlace {
  readonly before: string;
  readonly found: string;
  readonly after: string;
  /** The block of prose in which the first line begins; undefined in a file that is not prose. */
  readonly block: { readonly state: BlockState; readonly isFirst: boolean } | undefined;
}

export interface NewText {
  /** The lines of the result: the new text with straight quotes only, and what the file has before and after it. */
  readonly text: string;
  /** Where the new text ends and the file's own text goes on. */
  readonly end: number;
  /** The character of the file that a quote of the new text corresponds to. */
  readonly originalAt: (at: number) => string | undefined;
  readonly isMostlyCurly: (kind: QuoteKind, shape: QuoteShape) => boolean;
  /** Whether the file has typographic quotes of this kind in literals that straight ones of the same kind delimit. */
  readonly isNested: (kind: QuoteKind) => boolean;
}

export interface NewQuotes {
  /** Whether an offset lies in prose. Offsets must be asked for in ascending order. */
  isProse(at: number): boolean;
  choose(kind: QuoteKind, at: number, state: LiteralState): string;
}

const MAX_LOOK = 2000;
const COMMENT_LINE = /^\s*(?:\/\/|\/\*|\*\s|#\s|<!--|--\s)/;
const COMMENT_END = /\*\/|-->/;

export function createNewQuotes(place: QuotedPlace, newText: NewText): NewQuotes {
  const { text, end, originalAt, isMostlyCurly, isNested } = newText;
  const start = place.before.length;
  const isProse = createProseTest(text, place.block);

  /** What is certain to stand at an offset of the result: text of the file, or what a quote corresponds to. */
  const fixedAt = (at: number): string | undefined =>
    at < start || at >= end ? text.charAt(at) : originalAt(at);

  const hasFixedCurly = (kind: QuoteKind, from: number, to: number): boolean => {
    for (let at = from; at < to; at += 1) {
      if (findQuoteKind(text.charAt(at)) !== kind) continue;
      if (isCurly(fixedAt(at) ?? "")) return true;
    }
    return false;
  };

  const isContent = (kind: QuoteKind, shape: QuoteShape, at: number, state: LiteralState): boolean => {
    const [lineStart, lineEnd] = findLine(text, at);
    if (state.open === kind.straight) {
      // A straight quote would end this literal.
      if (!isNested(kind)) return false;
      const left = countQuotesOf(kind, text.slice(at + 1, lineEnd));
      if (shape === "opening") return left >= 2;
      return left >= 1 && (shape === "apostrophe" || countOpen(state, kind.straight) > 0);
    }
    if (state.open !== "") {
      const literalEnd = text.indexOf(state.open, at + 1);
      if (literalEnd === -1 || literalEnd >= lineEnd || isEmbedded(text.slice(state.start, at))) return false;
      if (state.open === "`" && shape !== "apostrophe") return false;
      return hasFixedCurly(kind, Math.max(state.start, lineStart), literalEnd);
    }
    const left = text.slice(lineStart, at);
    if (COMMENT_LINE.test(left) && !COMMENT_END.test(left)) return isMostlyCurly(kind, shape);
    if (shape !== "apostrophe" || !hasFixedCurly(kind, lineStart, lineEnd)) return false;
    // No single quote of the line may be a delimiter that this one belongs to.
    for (let other = lineStart; other < lineEnd; other += 1) {
      if (findQuoteKind(text.charAt(other)) !== kind || isApostrophe(text, other)) continue;
      if (fixedAt(other) === undefined) return false;
    }
    return true;
  };

  return {
    isProse,
    choose: (kind, at, state) => {
      const from = state.open === "" ? 0 : state.start + 1;
      const shape = findQuoteShape(text, at, from);
      const isTypographic = isProse(at) ? isMostlyCurly(kind, shape) : isContent(kind, shape, at, state);
      if (!isTypographic) return kind.straight;
      return shape !== "apostrophe" && opensAt(text, at, from) ? kind.opening : kind.closing;
    },
  };
}

/** Whether code such as `${…}` or `{…}` is open in the part of a literal. */
function isEmbedded(literal: string): boolean {
  const count = (character: string): number => literal.split(character).length;
  return count("{") !== count("}") || count("(") !== count(")");
}

function countQuotesOf(kind: QuoteKind, text: string): number {
  return text.split("").filter((character) => findQuoteKind(character) === kind).length;
}

/** The line around an offset, as far as it is looked at. */
function findLine(text: string, at: number): [start: number, end: number] {
  const newline = text.indexOf("\n", at);
  return [
    Math.max(at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1, at - MAX_LOOK),
    Math.min(newline === -1 ? text.length : newline, at + MAX_LOOK),
  ];
}

function createProseTest(text: string, first: QuotedPlace["block"]): (at: number) => boolean {
  if (first === undefined) return () => false;
  let lineStart = 0;
  let { state, isFirst }: { state: BlockState; isFirst: boolean } = first;
  return (at) => {
    for (
      let next = text.indexOf("\n", lineStart);
      next !== -1 && next < at;
      next = text.indexOf("\n", lineStart)
    ) {
      state = nextBlockState(state, text.slice(lineStart, next), isFirst);
      isFirst = false;
      lineStart = next + 1;
    }
    const [, end] = findLine(text, lineStart);
    return (
      isProseLine(state, text.slice(lineStart, end)) &&
      !isInsideCode(text.slice(Math.max(lineStart, at - MAX_LOOK), at))
    );
  };
}
