/**
 * Keeps values out of diagnostics that are not the file's own. Without a sandbox a server reads what it likes, and quotes
 * constants of other files: also of those that the agent may not read, or that lie outside the roots. Names and types are
 * left, because without them no message could be understood; strings and numbers stay only where the file itself has them.
 */

/** What stands in place of a value. */
const VEILED = "…";
const MARKS = `"'\``;
const BACKSLASH = "\\";
/** Go names the value of a constant outright. */
const BEFORE_A_VALUE = /\bconstant (?:of value )?$/;
const LONGEST_INTRODUCTION = 20;
const NUMBER = /\b\d{3,}(?:\.\d+)?\b/g;

type IsOwn = (value: string) => boolean;

/** So many characters are looked through for all values of a result; what is not found by then counts as foreign. */
const MAX_LOOKED_THROUGH = 64 * 1024 * 1024;

/** Whether a value stands in one of the texts. */
export function createOwnTest(texts: readonly (string | undefined)[]): IsOwn {
  const known = new Map<string, boolean>();
  const present = texts.filter((text) => text !== undefined);
  const cost = present.reduce((sum, text) => sum + text.length, 1);
  let left = MAX_LOOKED_THROUGH;
  return (value) => {
    const found = known.get(value);
    if (found !== undefined || left < cost) return found ?? false;
    left -= cost;
    const isOwn = present.some((text) => text.includes(value));
    known.set(value, isOwn);
    return isOwn;
  };
}

/** What is quoted inside a quotation is a value, as in Type '"secret"' or "Literal['secret']". */
export function veilForeignValues(message: string, isOwn: IsOwn): string {
  return mapQuotations(message, (quoted, introduction) =>
    BEFORE_A_VALUE.test(introduction) ? veil(quoted, isOwn) : veilWithin(quoted, isOwn),
  );
}

function veilWithin(quoted: string, isOwn: IsOwn): string {
  const withoutStrings = mapQuotations(quoted, (value) => veil(value, isOwn));
  return withoutStrings.replace(NUMBER, (value) => veil(value, isOwn));
}

function veil(value: string, isOwn: IsOwn): string {
  return value === "" || isOwn(value) ? value : VEILED;
}

/** In one pass: a mark that is never closed is looked for to the end once, not from every such mark. */
function mapQuotations(text: string, map: (quoted: string, introduction: string) => string): string {
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  for (let index = 0; index < text.length; index += 1) {
    const mark = text[index] ?? "";
    if (!MARKS.includes(mark) || unclosed.has(mark)) continue;
    const end = findClosing(text, mark, index + 1);
    if (end < 0) {
      unclosed.add(mark);
      continue;
    }
    const introduction = text.slice(Math.max(done, index - LONGEST_INTRODUCTION), index);
    parts.push(text.slice(done, index + 1), map(text.slice(index + 1, end), introduction));
    done = end;
    index = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(done);
}

/** -1 where there is none. */
function findClosing(text: string, mark: string, from: number): number {
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === BACKSLASH) index += 1;
    else if (text[index] === mark) return index;
  }
  return -1;
}
