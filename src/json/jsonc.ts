import { JsonBoundError } from "./json-scanner.js";
import { JsonBounds } from "./message-bounds.js";

/** Far more than any settings file or manifest has; what is more is not parsed. */
const MAX_CHARACTERS = 2 * 1024 * 1024;
const MAX_DEPTH = 100;
const MAX_VALUES = 20_000;
/** Commas, strings and comments: several for each value. */
const MAX_MARKS = 100_000;

/**
 * JSON as settings files have it: with comments, trailing commas and a byte order mark. Plain JSON is taken as it is; of a
 * key that stands there twice, the last one counts. Throws JsonBoundError for a text that would take long to parse, and
 * otherwise what `JSON.parse` throws.
 */
export function parseJsonc(text: string): unknown {
  if (isTooLongToParse(text)) throw new JsonBoundError(0, "the text is too long");
  const unmarked = text.startsWith("\ufeff") ? text.slice(1) : text;
  try {
    requireBounds(unmarked);
    return JSON.parse(unmarked);
  } catch {
    // What is in comments may have been counted as values, or have hidden some.
    const plain = blankComments(unmarked, MAX_MARKS);
    requireBounds(plain);
    return JSON.parse(plain);
  }
}

export function isTooLongToParse(text: string): boolean {
  return text.length > MAX_CHARACTERS;
}

function requireBounds(text: string): void {
  const excess = new JsonBounds({ maxDepth: MAX_DEPTH, maxValues: MAX_VALUES }).take(Buffer.from(text));
  if (excess !== undefined) throw new JsonBoundError(0, excess);
}

/**
 * The same text with blanks in the place of comments and trailing commas, so that every other character keeps its place.
 * Goes from piece to piece: a pattern for strings would run out of stack in one of some megabytes. Throws JsonBoundError for
 * a text with more commas, strings and comments than `maxMarks`.
 */
export function blankComments(text: string, maxMarks: number = Infinity): string {
  const parts: string[] = [];
  let kept = 0;
  const leaveOut = (from: number, to: number): void => {
    parts.push(text.slice(kept, from), " ".repeat(to - from));
    kept = to;
  };
  let marks = 0;
  const special = /[",/]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const at = match.index;
    marks += 1;
    if (marks > maxMarks) throw new JsonBoundError(at, "the text has too many values and comments");
    if (match[0] === '"') {
      special.lastIndex = findStringEnd(text, at);
    } else if (match[0] === ",") {
      const next = text.charAt(skipBlanks(text, at + 1));
      if (next === "]" || next === "}") leaveOut(at, at + 1);
    } else if (isComment(text, at)) {
      special.lastIndex = findCommentEnd(text, at);
      leaveOut(at, special.lastIndex);
    }
  }
  leaveOut(text.length, text.length);
  return parts.join("");
}

/** Behind the quote that closes the string, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = start + 1;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match[0] === '"') return mark.lastIndex;
    mark.lastIndex += 1;
  }
  return text.length;
}

/** A slash that begins no comment is left where it is, to be refused. */
function isComment(text: string, at: number): boolean {
  return text[at] === "/" && (text[at + 1] === "/" || text[at + 1] === "*");
}

function findCommentEnd(text: string, start: number): number {
  const isLine = text[start + 1] === "/";
  const end = text.indexOf(isLine ? "\n" : "*/", start + 2);
  if (end === -1) return text.length;
  return isLine ? end : end + 2;
}

/** Where the next token is, comments left out. */
function skipBlanks(text: string, start: number): number {
  const token = /\S/g;
  token.lastIndex = start;
  let at = token.exec(text)?.index ?? text.length;
  while (isComment(text, at)) {
    token.lastIndex = findCommentEnd(text, at);
    at = token.exec(text)?.index ?? text.length;
  }
  return at;
}
