/**
 * A program that opens a file just when a change replaces it writes into the former file, which has no name by then. The
 * former file is therefore held for a moment after the change, and what was written into it is kept.
 */
import type { DisplacedFile, MaybePromise } from "../fs/file-system.js";

/** Between finding a file by its name and opening it, a program can lose its processor for about this long. */
const WATCH_MS = 100;
/** Each holds a descriptor. */
const MAX_WATCHED = 32;

type EndWatch = () => MaybePromise<DisplacedFile | undefined>;

export class LateWrites {
  readonly #keep: (change: string, file: DisplacedFile) => Promise<void>;
  readonly #watched = new Map<EndWatch, string>();
  readonly #keeping = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #fresh = 0;

  constructor(keep: (change: string, file: DisplacedFile) => Promise<void>) {
    this.#keep = keep;
  }

  watch(change: string, endWatch: EndWatch): void {
    this.#watched.set(endWatch, change);
    this.#fresh += 1;
    if (this.#watched.size > MAX_WATCHED) this.#end(1);
    this.#timer ??= setInterval(() => this.#endOld(), WATCH_MS).unref();
  }

  /** Ends all watches now. */
  async close(): Promise<void> {
    this.#end(this.#watched.size);
    this.#stopTimer();
    await Promise.all(this.#keeping);
  }

  /** Those that were there when the timer fired last. */
  #endOld(): void {
    this.#end(this.#watched.size - this.#fresh);
    this.#fresh = 0;
    if (this.#watched.size === 0) this.#stopTimer();
  }

  #stopTimer(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#fresh = 0;
  }

  #end(count: number): void {
    for (const [endWatch, change] of [...this.#watched].slice(0, Math.max(0, count))) {
      this.#watched.delete(endWatch);
      const written = endWatch();
      if (written === undefined) continue;
      const keeping = this.#keepWritten(change, written).finally(() => this.#keeping.delete(keeping));
      this.#keeping.add(keeping);
    }
  }

  async #keepWritten(change: string, written: MaybePromise<DisplacedFile | undefined>): Promise<void> {
    const file = await written;
    if (file !== undefined) await this.#keep(change, file);
  }
}
