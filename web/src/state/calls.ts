/** The calls that were made, as a signal. The rows are published once per frame, however many events come in between. */
import type { ActivityEvent } from "../../../src/console/contract.js";
import { CallFold } from "./call-fold.js";
import type { CallRow } from "./call-row.js";
import { type ReadonlySignal, Signal } from "./signal.js";

const MAX_ROWS = 5000;
/** While a person reads: nothing goes away under their eyes, but for one who stays for hours. */
const MAX_HELD_ROWS = 20_000;

export class CallBook {
  readonly #fold = new CallFold(MAX_ROWS);
  readonly #rows = new Signal<readonly CallRow[]>([]);
  #isDue = false;

  /** Oldest first. */
  get rows(): ReadonlySignal<readonly CallRow[]> {
    return this.#rows;
  }

  add(event: ActivityEvent): void {
    this.#fold.add(event);
    this.#publishSoon();
  }

  miss(count: number): void {
    this.#fold.miss(count, Date.now());
    this.#publishSoon();
  }

  /** Lets go of nothing for a while, until the result is called. */
  hold(): () => void {
    this.#fold.bound(MAX_HELD_ROWS);
    return () => {
      this.#fold.bound(MAX_ROWS);
      this.#publishSoon();
    };
  }

  clear(): void {
    this.#fold.clear();
    this.#publishSoon();
  }

  #publishSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    // A page that nobody looks at has no frames: it catches up when it is looked at.
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#rows.value = this.#fold.rows();
    });
  }
}
