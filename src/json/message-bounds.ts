/**
 * Bounds for JSON that comes from outside. `JSON.parse` takes time and memory by the number of values, many times the
 * bytes for a text such as `[[[[…`, and blocks everyone meanwhile. The count here is made while the bytes come in, piece by
 * piece, so a text that goes too far is refused before it is held or parsed.
 */
import { formatCount } from "../text/quantities.js";

/** Far deeper than any message of the protocols spoken here. */
export const MAX_JSON_DEPTH = 100;
/** Parsing so many takes some tens of milliseconds. */
export const MAX_JSON_VALUES = 200_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** The bit in which `[` and `{`, and `]` and `}`, differ. */
const BRACE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxValues: number;
}

/** Counts one text. What is no JSON is counted somehow; the parser refuses it. */
export class JsonBounds {
  readonly #limits: JsonLimits;
  #depth = 0;
  #values = 1;
  #isInString = false;
  #isEscaped = false;
  #excess: string | undefined;

  constructor(limits: JsonLimits = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_JSON_VALUES }) {
    this.#limits = limits;
  }

  /** Why the text goes too far, as a clause; `undefined` if it does not so far. */
  take(piece: Uint8Array): string | undefined {
    let index = 0;
    while (index < piece.length && this.#excess === undefined) {
      index = this.#isInString ? this.#passString(piece, index) : this.#passStructure(piece, index);
    }
    return this.#excess;
  }

  /** Up to behind the quote that ends the string. */
  #passString(piece: Uint8Array, from: number): number {
    for (let index = from; index < piece.length; index += 1) {
      const byte = piece[index];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) {
        this.#isInString = false;
        return index + 1;
      }
    }
    return piece.length;
  }

  /** Up to behind the next quote, or to where it is too much. */
  #passStructure(piece: Uint8Array, from: number): number {
    const { maxDepth, maxValues } = this.#limits;
    for (let index = from; index < piece.length; index += 1) {
      const byte = piece[index] ?? 0;
      if (byte === QUOTE) {
        this.#isInString = true;
        return index + 1;
      }
      if (byte === COMMA) this.#values += 1;
      else if ((byte | BRACE_BIT) === OPENING) {
        this.#values += 1;
        this.#depth += 1;
      } else if ((byte | BRACE_BIT) === CLOSING) this.#depth -= 1;
      else continue;
      if (this.#depth > maxDepth || this.#values > maxValues) {
        this.#excess = describeExcess(this.#depth > maxDepth, this.#limits);
        return piece.length;
      }
    }
    return piece.length;
  }
}

function describeExcess(isTooDeep: boolean, { maxDepth, maxValues }: JsonLimits): string {
  return isTooDeep
    ? `it is nested more than ${maxDepth} deep`
    : `it has more than ${formatCount(maxValues)} values`;
}
