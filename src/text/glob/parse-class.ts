/** `[a-z]`, `[!a]`, `[[:digit:]]`: one character of a set, never a slash. */
import { type CharSet, charSetOf, complementOf, withoutSlash } from "./char-set.js";

/** The ASCII members only: a file's name should not match more on a machine with another locale. */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: "09AZaz",
  alpha: "AZaz",
  blank: "\t\t  ",
  cntrl: "\0\x1f\x7f\x7f",
  digit: "09",
  graph: "!~",
  lower: "az",
  print: " ~",
  punct: "!/:@[`{~",
  space: "\t\r  ",
  upper: "AZ",
  word: "09AZ__az",
  xdigit: "09AFaf",
};

/** Longer than honest classes are: a text of opening brackets alone is not searched to its end for each of them. */
const MAX_CLASS_LENGTH = 512;

/** The index of the bracket that ends the class opened at `start`; undefined when the bracket is only text. */
export function findClassEnd(text: string, start: number): number | undefined {
  let index = start + 1;
  if (text[index] === "!" || text[index] === "^") index += 1;
  // A bracket in the first place is a member.
  if (text[index] === "]") index += 1;
  const limit = Math.min(text.length, start + MAX_CLASS_LENGTH);
  while (index < limit) {
    if (text[index] === "]") return index;
    const posix = findPosixClass(text, index);
    if (posix !== undefined) index = posix.end;
    else index += text[index] === "\\" ? 2 : 1;
  }
  return undefined;
}

/** The set of the class between the brackets at `start` and `end`. */
export function parseClass(text: string, start: number, end: number): CharSet {
  const isNegated = text[start + 1] === "!" || text[start + 1] === "^";
  const ranges: { first: number; last: number }[] = [];
  let index = start + (isNegated ? 2 : 1);
  while (index < end) {
    const posix = findPosixClass(text, index);
    if (posix !== undefined) {
      ranges.push(...posix.ranges);
      index = posix.end;
      continue;
    }
    const first = readMember(text, index);
    index = first.end;
    // A hyphen in the last place is a member.
    if (text[index] === "-" && index + 1 < end) {
      const last = readMember(text, index + 1);
      ranges.push({ first: first.code, last: last.code });
      index = last.end;
    } else {
      ranges.push({ first: first.code, last: first.code });
    }
  }
  const set = charSetOf(ranges);
  return withoutSlash(isNegated ? complementOf(set) : set);
}

function readMember(text: string, start: number): { readonly code: number; readonly end: number } {
  const at = text[start] === "\\" ? start + 1 : start;
  const code = text.codePointAt(at) ?? 0;
  return { code, end: at + (code > 0xffff ? 2 : 1) };
}

function findPosixClass(
  text: string,
  start: number,
): { readonly ranges: readonly { first: number; last: number }[]; readonly end: number } | undefined {
  if (!text.startsWith("[:", start)) return undefined;
  // The longest name has six letters.
  const name = /^\[:([a-z]{1,6}):\]/.exec(text.slice(start, start + 10))?.[1] ?? "";
  const pairs = Object.hasOwn(POSIX_CLASSES, name) ? POSIX_CLASSES[name] : undefined;
  if (pairs === undefined) return undefined;
  const ranges = (pairs.match(/[\s\S]{2}/g) ?? []).map((pair) => ({
    first: pair.charCodeAt(0),
    last: pair.charCodeAt(1),
  }));
  return { ranges, end: start + name.length + 4 };
}
