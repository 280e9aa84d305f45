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
  if (wanted.length < LONG_TEXT) {
    for (let at = text.indexOf(wanted, from); at !== -1 && found.length < limit; ) {
      found.push(at);
      at = text.indexOf(wanted, at + advance);
    }
    return found;
  }
  let free = from;
  for (const at of eachOccurrence(text, wanted, from)) {
    if (at < free) continue;
    if (found.length === limit) break;
    found.push(at);
    free = at + advance;
  }
  return found;
}

/** All occurrences, overlapping ones too, in time that grows with the sum of both lengths. */
export function* eachOccurrence(text: string, wanted: string, from = 0): Generator<number> {
  const fallback = createFallback(wanted);
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallback[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === unit) matched += 1;
    if (matched < wanted.length) continue;
    yield at - matched + 1;
    matched = fallback[matched - 1] ?? 0;
  }
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
