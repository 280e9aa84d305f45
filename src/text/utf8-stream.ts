/** Strict UTF-8 over a sequence of blocks: a character may lie across a border, and nothing is kept but its start. */
import { isAscii, isUtf8 } from "node:buffer";

export class Utf8Checker {
  #carry: Uint8Array = new Uint8Array(0);
  #isValid = true;

  /** False as soon as any block so far broke the rules. */
  get isValid(): boolean {
    return this.#isValid;
  }

  feed(block: Uint8Array, isAscii: boolean): void {
    if (!this.#isValid || (isAscii && this.#carry.length === 0)) return;
    const [lead] = this.#carry;
    const wanted = lead === undefined ? 0 : sequenceLength(lead) - this.#carry.length;
    const begun = Buffer.concat([this.#carry, block.subarray(0, wanted)]);
    if (block.length < wanted) {
      this.#carry = begun;
      this.#isValid = begun.subarray(1).every((byte) => (byte & 0xc0) === 0x80);
      return;
    }
    const tail = unfinishedTail(block.subarray(wanted));
    this.#isValid = isUtf8(begun) && isUtf8(block.subarray(wanted, block.length - tail));
    this.#carry = block.slice(block.length - tail);
  }

  /** True when the text may end here. */
  get isComplete(): boolean {
    return this.#isValid && this.#carry.length === 0;
  }
}

/** How many bytes at the end begin a character that goes on in the next block. */
export function unfinishedTail(block: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, block.length); back += 1) {
    const byte = block[block.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc2 && byte <= 0xf4) return sequenceLength(byte) > back ? back : 0;
  }
  return 0;
}

export function sequenceLength(lead: number): number {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}

/** Code points that begin in these bytes. */
export function countUtf8Characters(bytes: Uint8Array): number {
  // The long lines there are (minified code, data, zeros) are mostly ASCII; a look at each byte takes 50 times as long.
  if (isAscii(bytes)) return bytes.length;
  let count = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) count += 1;
  return count;
}
