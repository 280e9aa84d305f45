/**
 * Memory for small files, cut from larger pieces: an array buffer of its own for every few kilobytes costs more than
 * reading them. Pieces are small, because one file that is kept keeps its whole piece.
 */
const SLAB_BYTES = 64 * 1024;
const LARGEST = SLAB_BYTES / 4;

export class Slabs {
  #slab: Buffer = Buffer.alloc(0);
  #used = 0;

  /** Bytes that no one else has, not yet cleared. */
  take(size: number): Buffer {
    if (size > LARGEST) return Buffer.allocUnsafeSlow(size);
    if (this.#used + size > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += size;
    return this.#slab.subarray(start, this.#used);
  }
}
