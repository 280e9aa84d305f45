/**
 * SIMD loops over blocks of a large file: see kernels.wat for what each does. One instance holds its own memory, so
 * two scans never share a block; instances are cheap, and an owner keeps them only as long as it scans.
 */
import { instantiateKernels, type KernelExports, TEXT_AT } from "./kernels-module.js";

export const BLOCK_BYTES = 512 * 1024;
export const BLOCK_SLOTS = 8;
export const DIGEST_BYTES = 64;
const BITS_AT = 64;
const STRIPE = 64;

export interface BlockScan {
  readonly newlines: number;
  readonly isAscii: boolean;
  /** A copy of the block's digest. */
  readonly digest: Uint8Array;
}

export class BlockKernels {
  readonly #exports: KernelExports = instantiateKernels();
  readonly #memory: Uint8Array = new Uint8Array(this.#exports.memory.buffer);

  /** The memory of a slot, or of several that follow each other, to read blocks straight into. */
  slot(index: number, count: number = 1): Uint8Array {
    const start = TEXT_AT + index * BLOCK_BYTES;
    return this.#memory.subarray(start, start + count * BLOCK_BYTES);
  }

  scan(index: number, length: number): BlockScan {
    const at = TEXT_AT + index * BLOCK_BYTES;
    this.#memory.fill(0, at + length, at + Math.ceil(length / STRIPE) * STRIPE);
    const newlines = this.#exports.scan(at, length);
    const bits = this.#memory.subarray(BITS_AT, BITS_AT + 16);
    return {
      newlines,
      isAscii: bits.every((byte) => byte < 0x80),
      digest: this.#memory.slice(0, DIGEST_BYTES),
    };
  }

  /** The offset in the block just after `lines` newlines, or -1 when it has fewer. */
  skipLines(index: number, length: number, lines: number): number {
    if (lines === 0) return 0;
    const at = TEXT_AT + index * BLOCK_BYTES;
    this.#memory.fill(0, at + length, at + Math.ceil(length / STRIPE) * STRIPE);
    return this.#exports.skipLines(at, length, lines);
  }
}
