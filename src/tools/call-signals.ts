/**
 * What stops a call: the host's own signal, or the end of the toolkit. Making a signal takes longer than reading a small
 * file, so those of calls that ended unstopped are used again.
 */
import { setMaxListeners } from "node:events";

export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** At the end of the call: nothing is left behind on a signal that outlives it. */
  readonly unlink: () => void;
}

/** As many as run side by side in a busy server. */
const MAX_SPARE = 64;

export class CallSignals {
  readonly #closing = new AbortController();
  readonly #linked = new Set<AbortController>();
  readonly #spare: AbortController[] = [];

  constructor() {
    allowManyListeners(this.#closing.signal);
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Stops every call. */
  close(): void {
    this.#closing.abort();
    for (const controller of this.#linked) controller.abort(this.#closing.signal.reason);
  }

  link(given: AbortSignal | undefined): LinkedSignal {
    if (given === undefined) return { signal: this.#closing.signal, unlink: () => undefined };
    const controller = this.#spare.pop() ?? new AbortController();
    this.#linked.add(controller);
    allowManyListeners(given);
    const abort = (): void => controller.abort(given.reason);
    given.addEventListener("abort", abort, { once: true });
    if (given.aborted) abort();
    const unlink = (): void => {
      given.removeEventListener("abort", abort);
      this.#linked.delete(controller);
      if (!controller.signal.aborted && this.#spare.length < MAX_SPARE) this.#spare.push(controller);
    };
    return { signal: controller.signal, unlink };
  }
}

/** Node takes more than ten listeners for a leak and prints so; here each is a call that runs, and ends with it. */
function allowManyListeners(signal: AbortSignal): void {
  // A host may bring a signal that only behaves like one.
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
}
