/** Straight and typographic quotes: which characters belong together, and how a quote sits between its neighbours. */
export interface QuoteKind {
  readonly straight: "'" | '"';
  readonly opening: string;
  readonly closing: string;
}

/** How a quote sits in the text: between two letters, before a word, or anywhere else. */
export type QuoteShape = "apostrophe" | "opening" | "closing";

const SINGLE: QuoteKind = { straight: "'", opening: "‘", closing: "’" };
const DOUBLE: QuoteKind = { straight: '"', opening: "“", closing: "”" };
/** Spaces, opening brackets and quotes, dashes: a quote after one of these opens. */
const OPENS_AFTER = /[\s\p{Ps}\p{Pi}\p{Pd}]/u;
const OPENS_IN_CODE = /[=:,+>!]/;
/** No word begins with one of these, nor at the end of the text. */
const ENDS_BEFORE = /^$|[\s,;:.!?)\]}>=+|&]/;
/** Longer runs of quotes are not prose, and looking along all of them would take quadratic time. */
const MAX_RUN = 8;
const LETTER_BEFORE = /\p{L}$/u;
const LETTER_AFTER = /^\p{L}/u;

export function hasCurlyQuotes(text: string): boolean {
  return /[‘’“”]/.test(text);
}

/** One UTF-16 unit stays one unit, so offsets into the text stay valid. */
export function foldQuotes(text: string): string {
  return hasCurlyQuotes(text) ? text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"') : text;
}

export function findQuoteKind(character: string): QuoteKind | undefined {
  if (character === "'" || character === "‘" || character === "’") return SINGLE;
  return character === '"' || character === "“" || character === "”" ? DOUBLE : undefined;
}

export function isCurly(character: string): boolean {
  return character === "‘" || character === "’" || character === "“" || character === "”";
}

/**
 * The shape of the quote at an offset. Runs of quotes share their direction: in `"'a'"` the first two open. `from` is where
 * the text around the quote begins, for example after the delimiter of a literal.
 */
export function findQuoteShape(text: string, at: number, from = 0): QuoteShape {
  if (isApostrophe(text, at)) return "apostrophe";
  let end = at + 1;
  while (end - at < MAX_RUN && findQuoteKind(text.charAt(end)) !== undefined) end += 1;
  if (ENDS_BEFORE.test(text.charAt(end))) return "closing";
  const start = findRunStart(text, at, from);
  return start === from ||
    OPENS_AFTER.test(text.charAt(start - 1)) ||
    OPENS_IN_CODE.test(text.charAt(start - 1))
    ? "opening"
    : "closing";
}

/** Whether what stands before a quote makes it an opening one. */
export function opensAt(text: string, at: number, from = 0): boolean {
  const start = findRunStart(text, at, from);
  return start === from || OPENS_AFTER.test(text.charAt(start - 1));
}

function findRunStart(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && at - start < MAX_RUN && findQuoteKind(text.charAt(start - 1)) !== undefined)
    start -= 1;
  return start;
}

/** A single quote between two letters, of any script. */
export function isApostrophe(text: string, at: number): boolean {
  if (findQuoteKind(text.charAt(at)) !== SINGLE) return false;
  // Two units before and after, because letters beyond the basic plane are pairs.
  return (
    LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && LETTER_AFTER.test(text.slice(at + 1, at + 3))
  );
}
