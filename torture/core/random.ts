/** Random choices and random text that a seed reproduces. */
import { createCipheriv, createHash } from "node:crypto";

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `end - 1`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  }
}

const LINE_LENGTH = 64;
const NEWLINE = 10;

/** Lines of text that hardly compress, the same for the same seed: a cipher's key stream. */
export function makeNoise(seed: number, bytes: number): string {
  const key = createHash("sha256").update(`noise ${seed}`).digest().subarray(0, 16);
  const stream = createCipheriv("aes-128-ctr", key, Buffer.alloc(16)).update(Buffer.alloc(bytes));
  const text = Buffer.from(stream.toString("base64url").slice(0, bytes), "latin1");
  for (let end = LINE_LENGTH - 1; end < bytes; end += LINE_LENGTH) text[end] = NEWLINE;
  return text.toString("latin1");
}
