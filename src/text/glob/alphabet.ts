/**
 * The characters that a glob can tell apart. Those between which it makes no difference are one letter, so that a table
 * of transitions has a handful of columns instead of a million.
 */
import { type CharSet, LAST_CODE_POINT, ONLY_SLASH, SLASH } from "./char-set.js";
import { type GlobSequence, listRange, literalsOf } from "./syntax.js";

/** One letter, or a 1 for each letter that belongs. */
export type LetterSet = number | Uint8Array;

export class Alphabet {
  /** Where each letter begins, in order; it ends before the next. */
  readonly #starts: Int32Array;
  readonly #ascii: Uint16Array;
  readonly #firstBeyondAscii: number;
  /** Every star and question mark asks for the same set. */
  readonly #letterSets = new Map<CharSet, LetterSet>();

  constructor(sets: Iterable<CharSet>) {
    const starts = new Set([0]);
    for (const set of [ONLY_SLASH, ...sets]) {
      for (const { first, last } of set) {
        starts.add(first);
        if (last < LAST_CODE_POINT) starts.add(last + 1);
      }
    }
    this.#starts = Int32Array.from(starts).toSorted();
    this.#firstBeyondAscii = this.#findLetter(128, 0);
    this.#ascii = Uint16Array.from({ length: 128 }, (_, code) => this.#findLetter(code, 0));
  }

  get size(): number {
    return this.#starts.length;
  }

  get slash(): number {
    return this.#ascii[SLASH] ?? 0;
  }

  /** The letters of the first 128 characters; all others are asked of `letterOf`. */
  get ascii(): Uint16Array {
    return this.#ascii;
  }

  /** Of a character beyond ASCII. */
  letterOf(code: number): number {
    return this.#findLetter(code, this.#firstBeyondAscii);
  }

  lettersOf(set: CharSet): LetterSet {
    const known = this.#letterSets.get(set);
    if (known !== undefined) return known;
    const spans = set.map(({ first, last }) => {
      const start = this.#findLetter(first, 0);
      return { start, end: this.#findLetter(last, start) + 1 };
    });
    const [only] = spans;
    if (only !== undefined && spans.length === 1 && only.end - only.start === 1) return only.start;
    const members = new Uint8Array(this.size);
    for (const { start, end } of spans) members.fill(1, start, end);
    this.#letterSets.set(set, members);
    return members;
  }

  #findLetter(code: number, from: number): number {
    let low = from;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= code) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Every set of characters that the nodes ask for. */
export function listCharSets(nodes: GlobSequence, found: CharSet[] = []): CharSet[] {
  for (const node of nodes) {
    if (node.kind === "literal") found.push([{ first: node.code, last: node.code }]);
    else if (node.kind === "class") found.push(node.set);
    else if (node.kind === "range")
      listCharSets(literalsOf(node.isLetters ? listRange(node).join("") : "-0123456789"), found);
    else if ("options" in node) for (const option of node.options) listCharSets(option, found);
  }
  return found;
}
