/**
 * A text too large to hold, gone through in windows of whole lines. Neighbouring windows share a few lines, so that
 * what lies across their border is found whole in one of them. Memory stays at one window, whatever the file's size.
 */
import type { OpenFile } from "../fs/file-system.js";
import { BLOCK_BYTES } from "../text/block-kernels.js";
import { type Codec, type TextEncoding, utf8 } from "../text/codec.js";
import { countNewlines, findNextLine, type LineUnit, lineUnitOf, skipLines } from "../text/line-unit.js";
import type { LineIndex } from "./line-index.js";

const WINDOW_BYTES = 2 * 1024 * 1024;

export interface ByteWindow {
  /** Valid until the next window is asked for. */
  readonly bytes: Uint8Array;
  /** Where the window begins in the file. */
  readonly offset: number;
  /** What begins before this place in the window belongs to it; the rest comes again in the next. */
  readonly ownEnd: number;
}

export interface WindowRequest {
  /** How many lines at the end of a window come again. */
  readonly sharedLines: number;
  /** What is looked for is at most this long. */
  readonly longestBytes: number;
  readonly signal: AbortSignal | undefined;
}

export class LargeText {
  readonly index: LineIndex;
  readonly encoding: TextEncoding;
  readonly codec: Codec;
  readonly #file: OpenFile;
  readonly #unit: LineUnit;

  constructor(file: OpenFile, index: LineIndex, codec: Codec) {
    this.#file = file;
    this.index = index;
    this.codec = codec;
    this.encoding = index.encoding ?? utf8;
    this.#unit = lineUnitOf(this.encoding.name);
  }

  async *windows(request: WindowRequest): AsyncGenerator<ByteWindow> {
    const { size } = this.index.stat;
    const buffer = Buffer.allocUnsafeSlow(Math.max(WINDOW_BYTES, 4 * request.longestBytes));
    let offset = this.encoding.bomLength;
    let filled = 0;
    for (;;) {
      request.signal?.throwIfAborted();
      const read = await this.#file.read(buffer.subarray(filled), offset + filled);
      filled += read;
      // Shorter than its size says: whoever changes the file finds that out by its digests.
      const isLast = offset + filled >= size || read === 0;
      const end = isLast ? filled : this.#findEnd(buffer.subarray(0, filled));
      const bytes = buffer.subarray(0, end);
      const ownEnd = isLast ? end : this.#findOwnEnd(bytes, request);
      yield { bytes, offset, ownEnd };
      if (isLast) return;
      buffer.copyWithin(0, ownEnd, filled);
      filled -= ownEnd;
      offset += ownEnd;
    }
  }

  /** The number of the line that holds the byte at `offset`. */
  async lineAt(offset: number): Promise<number> {
    const block = Math.floor(offset / BLOCK_BYTES);
    const before = Buffer.allocUnsafe(offset - block * BLOCK_BYTES);
    const length = await this.#file.read(before, block * BLOCK_BYTES);
    const newlines = countNewlines(before.subarray(0, length), this.#unit);
    return this.index.newlinesBefore(block) + newlines + 1;
  }

  /** Where a line begins; behind the last line, where the text ends. */
  async startOf(line: number): Promise<number> {
    if (line === 1) return this.encoding.bomLength;
    const place = this.index.locate(line);
    if (place === undefined) return this.index.stat.size;
    const block = Buffer.allocUnsafe(this.index.blockLength(place.block));
    const length = await this.#file.read(block, place.block * BLOCK_BYTES);
    const start = skipLines(block.subarray(0, length), place.skip, this.#unit);
    // Shorter than it was: whoever changes the file finds that out by its digests.
    return start === -1 ? this.index.stat.size : place.block * BLOCK_BYTES + start;
  }

  /** The end of the last whole line, or within an endless one of the last whole character: never less than half. */
  #findEnd(bytes: Uint8Array): number {
    const lineStart = this.#lastLineStart(bytes);
    return lineStart > bytes.length / 2 ? lineStart : this.#wholeCharacters(bytes);
  }

  /**
   * What the next window shares begins at a line, far enough back for the lines and the bytes that are looked for. In an
   * endless line only the bytes count. At least a quarter of a window is its own, so that every window gets further.
   */
  #findOwnEnd(bytes: Uint8Array, { sharedLines, longestBytes }: WindowRequest): number {
    let from = bytes.length;
    for (let count = 0; count <= sharedLines; count += 1) {
      const lineStart = this.#lastLineStart(bytes.subarray(0, from - this.#unit.width));
      if (lineStart < bytes.length / 2) break;
      from = lineStart;
    }
    const furthest = Math.min(from, this.#wholeCharacters(bytes.subarray(0, bytes.length - longestBytes)));
    const lineStart = this.#lastLineStart(bytes.subarray(0, furthest));
    return lineStart >= bytes.length / 4 ? lineStart : furthest;
  }

  /** The offset just behind the last newline; 0 when there is none. */
  #lastLineStart(bytes: Uint8Array): number {
    const { width, lowByte } = this.#unit;
    for (
      let low = bytes.lastIndexOf(0x0a);
      low !== -1;
      low = low === 0 ? -1 : bytes.lastIndexOf(0x0a, low - 1)
    ) {
      const start = low - lowByte;
      if (start < 0 || start % width !== 0) continue;
      if (findNextLine(bytes.subarray(start), 0, this.#unit) === width) return start + width;
    }
    return 0;
  }

  #wholeCharacters(bytes: Uint8Array): number {
    let end = bytes.length - (bytes.length % this.#unit.width);
    if (this.encoding.name !== "UTF-8") return end;
    // Back to where the last character begins: it may go on beyond the end.
    while (end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1;
    return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
  }
}
