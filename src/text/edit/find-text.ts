/**
 * Where a text stands in another. The engine's own search takes time that grows with the product of both lengths when a long
 * text repeats itself, as lines of a table or a log do. Long texts are therefore searched by Knuth, Morris and Pratt's
 * method, whose time grows with the sum.
 */

const LONG_TEXT = 1024;

export interface FindOptions {
  readonly from?: number;
  /** How far after the start of an occurrence the next one may begin: all of it unless told. */
  readonly advance?: number;
  readonly limit?: number;
}

/** Offsets of occurrences, left to right. */
export function findOccurrences(text: string, wanted: string, options: FindOptions = {}): number[] {
  const { from = 0, advance = wanted.length, limit = Number.POSITIVE_INFINITY } = options;
  const found: number[] = [];
  const next = wanted.length < LONG_TEXT ? undefined : createFinder(text, wanted);
  const find = (start: number): number => next?.(start) ?? text.indexOf(wanted, start);
  for (let at = find(from); at !== -1 && found.length < limit; at = find(at + advance)) found.push(at);
  return found;
}

function createFinder(text: string, wanted: string): (from: number) => number {
  const fallback = createFallback(wanted);
  return (from) => {
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallback[matched - 1] ?? 0;
      if (wanted.charCodeAt(matched) === unit) matched += 1;
      if (matched === wanted.length) return at - matched + 1;
    }
    return -1;
  };
}

/** For each beginning of the text, how long the longest shorter beginning is that it ends with. */
function createFallback(wanted: string): Int32Array {
  const fallback = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const unit = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== unit) length = fallback[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === unit) length += 1;
    fallback[at] = length;
  }
  return fallback;
}
