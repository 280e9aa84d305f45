/** Lines on their way out, as bytes: those that wait together are written together. */

/** As much as a pipe takes at once; past it nothing is gained by waiting for more. */
const CHUNK_BYTES = 64 * 1024;
/** No character takes more in UTF-8, counted as strings count them. */
const MAX_BYTES_PER_UNIT = 3;
const NEWLINE = 0x0a;

export class OutgoingLines {
  /** Where writing begins anew once everything is out. */
  #whole: Buffer = Buffer.alloc(0);
  #chunk: Buffer = this.#whole;
  #used = 0;
  #full: Buffer[] = [];

  get isEmpty(): boolean {
    return this.#used === 0 && this.#full.length === 0;
  }

  get isLarge(): boolean {
    return this.#full.length > 0;
  }

  add(line: string): void {
    const most = line.length * MAX_BYTES_PER_UNIT + 1;
    if (most > this.#chunk.length - this.#used) this.#startChunk(most);
    this.#used += this.#chunk.write(line, this.#used);
    this.#chunk[this.#used] = NEWLINE;
    this.#used += 1;
  }

  /** What waits, in order; from then on nothing does. */
  take(): readonly Buffer[] {
    this.#finishChunk();
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** Says that whatever was taken has been written, so that its memory can be used again. */
  reuse(): void {
    if (this.isEmpty && this.#whole.length === CHUNK_BYTES) this.#chunk = this.#whole;
  }

  #startChunk(bytes: number): void {
    this.#finishChunk();
    this.#whole = Buffer.allocUnsafe(Math.max(bytes, CHUNK_BYTES));
    this.#chunk = this.#whole;
  }

  #finishChunk(): void {
    if (this.#used === 0) return;
    this.#full.push(this.#chunk.subarray(0, this.#used));
    this.#chunk = this.#chunk.subarray(this.#used);
    this.#used = 0;
  }
}
