/**
 * Wrong tokens are answered ever slower, per address, so that guessing gets nowhere even slower than it would anyway. The
 * right token is never made to wait.
 */
export interface GuessDelayOptions {
  readonly firstMs: number;
  readonly lastMs: number;
  readonly now?: () => number;
}

/** After so long without a wrong token an address starts anew. */
const FORGET_MS = 10 * 60 * 1000;
const MAX_ADDRESSES = 1000;

interface Guesses {
  readonly count: number;
  readonly at: number;
}

export class GuessDelay {
  readonly #options: GuessDelayOptions;
  readonly #now: () => number;
  /** Oldest first. */
  readonly #byAddress = new Map<string, Guesses>();

  constructor(options: GuessDelayOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Notes a wrong token and says how long its answer is kept back. */
  noteWrong(address: string): number {
    const { firstMs, lastMs } = this.#options;
    const at = this.#now();
    const known = this.#byAddress.get(address);
    const before = known === undefined || at - known.at > FORGET_MS ? 0 : known.count;
    this.#byAddress.delete(address);
    this.#byAddress.set(address, { count: before + 1, at });
    const [oldest] = this.#byAddress.keys();
    if (this.#byAddress.size > MAX_ADDRESSES && oldest !== undefined) this.#byAddress.delete(oldest);
    return Math.min(firstMs * 2 ** Math.min(before, 30), lastMs);
  }
}
