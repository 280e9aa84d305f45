/**
 * Straight and curly quotes. Each kind, single and double, follows what the replaced text of the file uses: curly, then
 * straight quotes of the new text become opening or closing by what stands before them, which makes an apostrophe
 * inside a word ’; straight, then curly ones become straight, if the old text had such curly ones too. Where the
 * replaced text has no quote of a kind, or both styles, that kind stays as sent. One unit always becomes one unit.
 */
interface QuoteKind {
  readonly straight: string;
  readonly opening: string;
  readonly closing: string;
}

interface ReplacedQuotes {
  readonly found: string;
  readonly oldText: string;
  /** The character of the file before the replaced text, or "". */
  readonly before: string;
}

const KINDS: readonly QuoteKind[] = [
  { straight: "'", opening: "‘", closing: "’" },
  { straight: '"', opening: "“", closing: "”" },
];
/** Spaces, opening brackets and quotes, dashes: after these a quote opens. */
const OPENS_AFTER = /[\s\p{Ps}\p{Pi}\p{Pd}]/u;

export function hasCurlyQuotes(text: string): boolean {
  return /[‘’“”]/.test(text);
}

export function foldQuotes(text: string): string {
  return hasCurlyQuotes(text) ? text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"') : text;
}

export function createQuoteStyle({ found, oldText, before }: ReplacedQuotes): (newText: string) => string {
  const curled: QuoteKind[] = [];
  const straightened: QuoteKind[] = [];
  for (const kind of KINDS) {
    const isCurly = hasCurly(found, kind);
    const isStraight = found.includes(kind.straight);
    if (isCurly && !isStraight) curled.push(kind);
    if (isStraight && !isCurly && hasCurly(oldText, kind)) straightened.push(kind);
  }
  return (newText) => curl(straighten(newText, straightened), curled, before);
}

function hasCurly(text: string, { opening, closing }: QuoteKind): boolean {
  return text.includes(opening) || text.includes(closing);
}

function straighten(text: string, kinds: readonly QuoteKind[]): string {
  let result = text;
  for (const { straight, opening, closing } of kinds) {
    result = result.split(opening).join(straight).split(closing).join(straight);
  }
  return result;
}

function curl(text: string, kinds: readonly QuoteKind[], before: string): string {
  if (!kinds.some((kind) => text.includes(kind.straight))) return text;
  let result = "";
  let previous = before;
  // By units: halves of a pair pass through unchanged, and neither is a quote or a space.
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const kind = kinds.find(({ straight }) => straight === character);
    const opens = previous === "" || OPENS_AFTER.test(previous);
    previous = kind === undefined ? character : opens ? kind.opening : kind.closing;
    result += previous;
  }
  return result;
}
