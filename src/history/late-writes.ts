/**
 * A program that has a file open, or is about to open it, when a change replaces it writes into the former file, which has
 * no name by then. The former file is therefore held for a moment after the change, or until that program closes it, and
 * what was written into it is kept.
 */
import type { DisplacedFile, FormerWatch } from "../fs/file-system.js";

/** Between finding a file by its name and opening it, a program can lose its processor for about this long. */
const WATCH_MS = 100;
/** How long to wait for a program to close the file. */
const OPEN_MS = 30_000;
/** Each holds a descriptor. */
const MAX_WATCHED = 32;

interface Watched {
  readonly change: string;
  readonly watch: FormerWatch;
  ticks: number;
}

export class LateWrites {
  readonly #keep: (change: string, file: DisplacedFile) => Promise<void>;
  /** Oldest first. */
  readonly #watched = new Set<Watched>();
  readonly #keeping = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(keep: (change: string, file: DisplacedFile) => Promise<void>) {
    this.#keep = keep;
  }

  watch(change: string, watch: FormerWatch): void {
    const [oldest] = this.#watched;
    if (oldest !== undefined && this.#watched.size >= MAX_WATCHED) this.#end(oldest, true);
    this.#watched.add({ change, watch, ticks: 0 });
    this.#timer ??= setInterval(() => this.#tick(), WATCH_MS).unref();
  }

  /** Ends all watches now. */
  async close(): Promise<void> {
    for (const watched of this.#watched) this.#end(watched, true);
    this.#stopIfIdle();
    await Promise.all(this.#keeping);
  }

  #tick(): void {
    for (const watched of this.#watched) {
      watched.ticks += 1;
      // Its first tick may come right after the change.
      if (watched.ticks > 1) this.#end(watched, watched.ticks > OPEN_MS / WATCH_MS);
    }
    this.#stopIfIdle();
  }

  #stopIfIdle(): void {
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #end(watched: Watched, isFinal: boolean): void {
    const written = watched.watch.end(isFinal);
    if (written === "open") return;
    this.#watched.delete(watched);
    if (written === undefined) return;
    const keeping = this.#keep(watched.change, written).finally(() => this.#keeping.delete(keeping));
    this.#keeping.add(keeping);
  }
}
