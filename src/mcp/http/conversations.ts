/** What clients without sessions have read, by principal. Bounded: who was away for long reads its files again. */
import type { Toolkit } from "../../toolkit.js";

export class Conversations {
  readonly #max: number;
  /** Least recently used first. */
  readonly #held = new Map<string, Toolkit>();

  constructor(max: number) {
    this.#max = max;
  }

  get all(): readonly Toolkit[] {
    return [...this.#held.values()];
  }

  getToolkit(principal: string, open: () => Toolkit): Toolkit {
    const toolkit = this.#held.get(principal) ?? open();
    this.#held.delete(principal);
    this.#held.set(principal, toolkit);
    const [oldest] = this.#held.keys();
    if (this.#held.size > this.#max && oldest !== undefined) this.#forget(oldest);
    return toolkit;
  }

  /** A call that it has running goes on; nothing is kept for it any more. */
  #forget(principal: string): void {
    const toolkit = this.#held.get(principal);
    this.#held.delete(principal);
    // Nobody waits for that, nor has to be told if it fails.
    toolkit?.workspace.listeners.leave(toolkit.session.id).catch(() => undefined);
  }
}
