/** `1..3`, `01..10`, `0..100..5`, `a..e`: what may stand in a brace besides alternatives. */
import type { CountedRange } from "./syntax.js";

const NUMBERS = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.-?(\d{1,15}))?$/;
const LETTERS = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.-?(\d{1,15}))?$/;

/** Only described, not written out: how many there may be is for those to say who need them one by one. */
export function parseCountedRange(text: string, hasLetters: boolean): CountedRange | undefined {
  const numbers = NUMBERS.exec(text);
  if (numbers !== null) {
    const [, first = "", last = "", step] = numbers;
    const isPadded = /^-?0\d/.test(first) || /^-?0\d/.test(last);
    const width = isPadded ? Math.max(first.length, last.length) : 0;
    return countedRange(Number(first), Number(last), step, { width, isLetters: false });
  }
  const letters = hasLetters ? LETTERS.exec(text) : null;
  if (letters === null) return undefined;
  const [, first = "", last = "", step] = letters;
  return countedRange(first.charCodeAt(0), last.charCodeAt(0), step, { width: 0, isLetters: true });
}

function countedRange(
  first: number,
  last: number,
  stepText: string | undefined,
  form: { readonly width: number; readonly isLetters: boolean },
): CountedRange {
  const size = Math.max(1, Number(stepText ?? 1));
  const count = Math.floor(Math.abs(last - first) / size) + 1;
  return { kind: "range", first, step: last < first ? -size : size, count, ...form };
}
