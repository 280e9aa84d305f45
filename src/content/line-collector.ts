/**
 * Gathers the bytes of consecutive lines as blocks go by. Of a line too long to be shown only the part that can be
 * shown is kept and the rest is counted, so one line of 50 MB costs no more memory than one of 8 KB.
 */
import { findNextLine, type LineUnit } from "../text/line-unit.js";
import { MAX_LINE_CHARACTERS } from "../text/numbered-view.js";

/** Room for the longest line that is shown, in the widest encoding, and then some. */
const KEPT_LINE_BYTES = (MAX_LINE_CHARACTERS + 48) * 4;

export interface CollectorOptions {
  readonly firstLine: number;
  readonly maxLines: number;
  /** Collecting stops after the line that passes this. */
  readonly maxBytes: number;
  readonly unit: LineUnit;
  readonly countCharacters: (bytes: Uint8Array) => number;
}

export class LineCollector {
  readonly #options: CollectorOptions;
  readonly #hidden = new Map<number, number>();
  #buffer: Uint8Array = new Uint8Array(65_536);
  #length = 0;
  #lines = 0;
  #lineBytes = 0;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  /** Characters of a line beyond what was kept of it. */
  get hiddenBeyond(): ReadonlyMap<number, number> {
    return this.#hidden;
  }

  get isFull(): boolean {
    return this.#lines >= this.#options.maxLines || this.#length > this.#options.maxBytes;
  }

  /** Stopped by the bytes before it had all the lines. */
  get isClipped(): boolean {
    return this.#length > this.#options.maxBytes && this.#lines < this.#options.maxLines;
  }

  feed(block: Uint8Array): void {
    let position = 0;
    while (position < block.length && !this.isFull) {
      const next = findNextLine(block, position, this.#options.unit);
      const end = next === -1 ? block.length : next;
      this.#append(block.subarray(position, end), next !== -1);
      if (next !== -1) {
        this.#lines += 1;
        this.#lineBytes = 0;
      }
      position = end;
    }
  }

  #append(part: Uint8Array, isLineEnd: boolean): void {
    const room = Math.max(0, KEPT_LINE_BYTES - this.#lineBytes);
    this.#lineBytes += part.length;
    if (part.length <= room) {
      this.#push(part);
      return;
    }
    const newline = isLineEnd
      ? part.subarray(part.length - this.#options.unit.width)
      : part.subarray(part.length);
    const hidden = part.subarray(room, part.length - newline.length);
    const line = this.#options.firstLine + this.#lines;
    const sofar = this.#hidden.get(line) ?? 0;
    this.#hidden.set(line, sofar + this.#options.countCharacters(hidden));
    this.#push(part.subarray(0, room));
    this.#push(newline);
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
