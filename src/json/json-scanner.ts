/**
 * A strict JSON reader (RFC 8259) that finds where values end without making them: files are edited as text, and
 * a notebook's outputs may be many megabytes that nobody asks for. `NaN`, `Infinity` and `-Infinity` are values too, because
 * Python's writer makes them. It works in steps, so that a large file does not hold up everybody else.
 */

/** Where and why a text is no JSON. */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number, detail: string) {
    super(detail);
    this.name = "JsonSyntaxError";
    this.offset = offset;
  }
}

/** It may well be JSON, but has more of something than can be held. */
export class JsonBoundError extends JsonSyntaxError {}

/** How strings of the text are written, as far as they have been read. */
export interface StringHabits {
  readonly hasRawNonAscii: boolean;
  readonly hasEscapedNonAscii: boolean;
  readonly hasUpperCaseHex: boolean;
  readonly hasEscapedSlash: boolean;
}

/** Python refuses to read what is nested about a thousand deep, so nothing deeper ever was a notebook; settings have no reason to be. */
const MAX_DEPTH = 900;
/** Characters between two rests: some milliseconds of work. */
const STEP_CHARACTERS = 1 << 19;

/** Up to here a loop is faster than a pattern. */
const SHORT_STRING = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const SMALL_U = 0x75;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

export class JsonScanner {
  readonly text: string;
  /** Of the next unread character. */
  position: number;
  /** How many values have been read, those inside of others included. */
  values: number = 0;
  /** Members and items whose places are kept, of all objects and lists that were looked into. */
  parts: number = 0;
  readonly #scalar =
    /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null|NaN|-?Infinity)(?![\w.+-])/y;
  /** What needs no look; a pattern runs through it several times faster than a loop. */
  readonly #plainAscii = /[ !#-[\]-~]*/y;
  readonly #plain = /[ !#-[\]-\uffff]*/y;
  readonly #hex = /[0-9a-fA-F]{4}/y;
  #restAt: number;
  #stringStart = 0;
  /** The next quote, while it is not passed. */
  #quoteAt = -1;
  /** All units of all strings, or'ed: tells at no cost whether one was not ASCII. */
  #seenUnits = 0;
  #hasEscapedNonAscii = false;
  #hasUpperCaseHex = false;
  #hasEscapedSlash = false;

  constructor(text: string, position: number = 0) {
    this.text = text;
    this.position = position;
    this.#restAt = position + STEP_CHARACTERS;
  }

  get habits(): StringHabits {
    return {
      hasRawNonAscii: this.#seenUnits > 0x7f,
      hasEscapedNonAscii: this.#hasEscapedNonAscii,
      hasUpperCaseHex: this.#hasUpperCaseHex,
      hasEscapedSlash: this.#hasEscapedSlash,
    };
  }

  fail(detail: string, offset: number = this.position): never {
    throw new JsonSyntaxError(offset, detail);
  }

  failBound(detail: string): never {
    throw new JsonBoundError(this.position, detail);
  }

  /** Skips blanks and answers the unit that follows, NaN at the end. */
  peek(): number {
    const { text } = this;
    for (;;) {
      const unit = text.charCodeAt(this.position);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit;
      this.position += 1;
    }
  }

  /** Skips a comma, and answers true, or the closing bracket, and answers false. */
  skipSeparator(close: number): boolean {
    const unit = this.peek();
    if (unit !== COMMA && unit !== close) this.fail(`expected a comma or ${quote(close)}`);
    this.position += 1;
    return unit === COMMA;
  }

  skipColon(): void {
    if (this.peek() !== COLON) this.fail("expected a colon");
    this.position += 1;
  }

  /** At the first character of a key or string. */
  *skipString(): Generator<void, void> {
    this.#enterString();
    while (!this.#advanceString()) yield;
  }

  /** At any value, or blanks before one; `depth` counts the brackets around it. */
  *skipValue(depth: number): Generator<void, void> {
    const closers: number[] = [];
    for (;;) {
      if (this.position >= this.#restAt) {
        this.#restAt = this.position + STEP_CHARACTERS;
        yield;
      }
      const unit = this.peek();
      this.values += 1;
      if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) {
        if (depth + closers.length >= MAX_DEPTH) this.fail(`nested more than ${MAX_DEPTH} deep`);
        const close = unit === OPEN_ARRAY ? CLOSE_ARRAY : CLOSE_OBJECT;
        this.position += 1;
        if (this.peek() !== close) {
          closers.push(close);
          if (close === CLOSE_OBJECT) yield* this.#skipKey();
          continue;
        }
        this.position += 1;
      } else if (unit === QUOTE) {
        this.#enterString();
        while (!this.#advanceString()) yield;
      } else {
        this.#skipScalar();
      }
      // A value has ended, and with it perhaps what it stands in.
      for (;;) {
        const close = closers.at(-1);
        if (close === undefined) return;
        if (this.skipSeparator(close)) {
          if (close === CLOSE_OBJECT) yield* this.#skipKey();
          break;
        }
        closers.pop();
      }
    }
  }

  *#skipKey(): Generator<void, void> {
    this.peek();
    yield* this.skipString();
    this.skipColon();
  }

  #skipScalar(): void {
    this.#scalar.lastIndex = this.position;
    if (!this.#scalar.test(this.text)) this.fail("expected a value");
    this.position = this.#scalar.lastIndex;
  }

  #enterString(): void {
    if (this.text.charCodeAt(this.position) !== QUOTE) this.fail("expected a string in double quotes");
    this.#stringStart = this.position;
    this.position += 1;
  }

  /** Goes on in a string for one step; answers whether it has ended. */
  #advanceString(): boolean {
    const limit = this.position + STEP_CHARACTERS;
    while (this.position < limit) {
      if (this.#quoteAt < this.position) this.#quoteAt = this.text.indexOf('"', this.position);
      if (this.#quoteAt === -1) this.fail("a string is not closed", this.#stringStart);
      const end = Math.min(this.#quoteAt, limit);
      if (end - this.position > SHORT_STRING) this.#skipPlain(end);
      this.#advanceTo(Math.min(end, this.position + SHORT_STRING));
      if (this.position === this.#quoteAt) {
        this.position += 1;
        return true;
      }
    }
    return false;
  }

  #skipPlain(end: number): void {
    const { position } = this;
    const plain = this.#seenUnits > 0x7f ? this.#plain : this.#plainAscii;
    // The quote ends the run; where it is too far away, a part of the text has to.
    const isQuoteNear = end === this.#quoteAt;
    plain.lastIndex = isQuoteNear ? position : 0;
    plain.test(isQuoteNear ? this.text : this.text.slice(position, end));
    this.position = isQuoteNear ? plain.lastIndex : position + plain.lastIndex;
  }

  /** Goes on in a string unit by unit, to `end` or a little behind it where an escape stands there. */
  #advanceTo(end: number): void {
    const { text } = this;
    let at = this.position;
    let seen = 0;
    while (at < end) {
      const unit = text.charCodeAt(at);
      if (unit === BACKSLASH) {
        at = this.#skipEscape(at);
      } else {
        if (unit < 0x20) this.fail("a control character must be escaped", at);
        seen |= unit;
        at += 1;
      }
    }
    this.#seenUnits |= seen;
    this.position = at;
  }

  #skipEscape(at: number): number {
    const unit = this.text.charCodeAt(at + 1);
    if (unit === SMALL_U) {
      this.#hex.lastIndex = at + 2;
      if (!this.#hex.test(this.text)) this.fail("expected four hexadecimal digits", at);
      const digits = this.text.slice(at + 2, at + 6);
      if (Number.parseInt(digits, 16) > 0x7f) this.#hasEscapedNonAscii = true;
      if (/[A-F]/.test(digits)) this.#hasUpperCaseHex = true;
      return at + 6;
    }
    if (!'"\\/bfnrt'.includes(this.text.charAt(at + 1)) || Number.isNaN(unit)) {
      this.fail("unknown escape in a string", at);
    }
    if (unit === 0x2f) this.#hasEscapedSlash = true;
    return at + 2;
  }
}

function quote(unit: number): string {
  return `"${String.fromCharCode(unit)}"`;
}
