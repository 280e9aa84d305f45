/**
 * Gathers the bytes of consecutive lines as blocks go by. Of a line too long to be shown only the part that can be
 * shown is kept and the rest is counted, so one line of 50 MB costs no more memory than one of 8 KB.
 */
import { findNextLine, type LineUnit } from "../text/line-unit.js";
import { type HiddenRest, MAX_LINE_CHARACTERS } from "../text/numbered-view.js";
import type { CharacterCounter } from "./decode-text.js";

/** Room for the longest line that is shown, in the widest encoding, and then some. */
const KEPT_LINE_BYTES = (MAX_LINE_CHARACTERS + 48) * 4;
const CARRIAGE_RETURN = 0x0d;
const noBytes = new Uint8Array(0);

export interface CollectorOptions {
  readonly firstLine: number;
  readonly maxLines: number;
  /** Collecting stops after the line that passes this. */
  readonly maxBytes: number;
  readonly unit: LineUnit;
  /** Characters of bytes decoded on their own, where half a character counts as one. */
  readonly countCharacters: (bytes: Uint8Array) => number;
  /** A counter for a line that is too long; it is given the line from its beginning. */
  readonly createCounter: () => CharacterCounter;
}

/** What is known of a line once it has grown too long. */
interface LongLine {
  readonly count: CharacterCounter;
  /** Characters that what is kept will be shown with. */
  readonly keptCharacters: number;
  /** The last unit that was hidden: a carriage return there may belong to the line's ending. */
  lastUnit: Uint8Array;
}

export class LineCollector {
  readonly #options: CollectorOptions;
  readonly #hidden = new Map<number, HiddenRest>();
  #buffer: Uint8Array = new Uint8Array(65_536);
  #length = 0;
  #lines = 0;
  #lineStart = 0;
  #isInLine = false;
  #long: LongLine | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** What over-long lines have beyond what was kept of them, by line number. */
  get hiddenBeyond(): ReadonlyMap<number, HiddenRest> {
    return this.#hidden;
  }

  get isFull(): boolean {
    const { maxLines, maxBytes } = this.#options;
    return this.#lines >= maxLines || (this.#length > maxBytes && !this.#isInLine);
  }

  /** Stopped by the bytes before it had all the lines. */
  get isClipped(): boolean {
    return this.#length > this.#options.maxBytes && this.#lines < this.#options.maxLines;
  }

  feed(block: Uint8Array): void {
    const { unit } = this.#options;
    let position = 0;
    while (position < block.length && !this.isFull) {
      const next = findNextLine(block, position, unit);
      const end = next === -1 ? block.length : next - unit.width;
      this.#isInLine = true;
      this.#addContent(block.subarray(position, end));
      if (next !== -1) this.#endLine(block.subarray(end, next));
      position = next === -1 ? end : next;
    }
  }

  #addContent(part: Uint8Array): void {
    if (this.#long !== undefined) {
      this.#hide(part, this.#long);
      return;
    }
    const room = KEPT_LINE_BYTES - (this.#length - this.#lineStart);
    this.#push(part.subarray(0, room));
    if (part.length <= room) return;
    const count = this.#options.createCounter();
    count(this.#lineBytes());
    this.#long = {
      count,
      keptCharacters: this.#options.countCharacters(this.#lineBytes()),
      lastUnit: noBytes,
    };
    this.#hide(part.subarray(room), this.#long);
  }

  #hide(part: Uint8Array, long: LongLine): void {
    if (part.length === 0) return;
    long.lastUnit = part.slice(-this.#options.unit.width);
    const characters = long.count(part) - long.keptCharacters;
    this.#hidden.set(this.#options.firstLine + this.#lines, { characters, endingLength: 0 });
  }

  /** What is kept of the line so far. */
  #lineBytes(): Uint8Array {
    return this.#buffer.subarray(this.#lineStart, this.#length);
  }

  #endLine(newline: Uint8Array): void {
    if (this.#long !== undefined) this.#endLongLine(this.#long);
    this.#push(newline);
    this.#lines += 1;
    this.#lineStart = this.#length;
    this.#isInLine = false;
    this.#long = undefined;
  }

  /** Says how the line ends: only what was hidden tells whether a carriage return belongs to its ending. */
  #endLongLine(long: LongLine): void {
    const line = this.#options.firstLine + this.#lines;
    const characters = this.#hidden.get(line)?.characters ?? 0;
    const isCrlf = this.#isCarriageReturn(long.lastUnit);
    if (isCrlf) this.#push(long.lastUnit);
    this.#hidden.set(
      line,
      isCrlf ? { characters: characters - 1, endingLength: 2 } : { characters, endingLength: 1 },
    );
  }

  #isCarriageReturn(bytes: Uint8Array): boolean {
    const { unit } = this.#options;
    return (
      bytes.length === unit.width &&
      bytes.every((byte, index) => byte === (index === unit.lowByte ? CARRIAGE_RETURN : 0))
    );
  }

  #push(part: Uint8Array): void {
    if (this.#length + part.length > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + part.length));
      grown.set(this.bytes);
      this.#buffer = grown;
    }
    this.#buffer.set(part, this.#length);
    this.#length += part.length;
  }
}
