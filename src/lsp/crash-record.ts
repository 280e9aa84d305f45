/** When a server that keeps ending may be started again: later each time, and after too many times not for a good while. */
export interface CrashLimits {
  readonly backOffMs: number;
  /** For how long crashes are remembered. */
  readonly memoryMs: number;
}

const MAX_CRASHES = 5;
const LONGEST_BACK_OFF_MS = 60_000;

export class CrashRecord {
  readonly #limits: CrashLimits;
  #times: number[] = [];

  constructor(limits: CrashLimits) {
    this.#limits = limits;
  }

  note(now: number): void {
    this.#forget(now);
    this.#times = [...this.#times, now].slice(-MAX_CRASHES);
  }

  /** It has ended so often that it is left alone until nothing of that is remembered. */
  hasFailed(now: number): boolean {
    if (this.#times.length < MAX_CRASHES) this.#forget(now);
    else if (now - (this.#times.at(-1) ?? now) > this.#limits.memoryMs) this.#times = [];
    return this.#times.length >= MAX_CRASHES;
  }

  /** 0 when it may be started now. */
  waitMs(now: number): number {
    const last = this.#times.at(-1);
    if (last === undefined) return 0;
    const pause = Math.min(this.#limits.backOffMs * 2 ** (this.#times.length - 1), LONGEST_BACK_OFF_MS);
    return Math.max(0, last + pause - now);
  }

  #forget(now: number): void {
    this.#times = this.#times.filter((time) => now - time <= this.#limits.memoryMs);
  }
}
