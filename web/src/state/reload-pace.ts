/**
 * When to load something again that events say has changed. They may come fifty times a second, and a long list takes its
 * time: so at most every second, and never for more than a tenth of the time. Nothing is loaded that nobody looks at.
 */
export interface PaceGround {
  readonly reload: () => void;
  readonly now: () => number;
  readonly isVisible: () => boolean;
  /** Calls back later, unless the result is called before. */
  readonly later: (action: () => void, ms: number) => () => void;
}

const LEAST_PAUSE_MS = 1000;
const PAUSE_PER_LOAD = 10;

export class ReloadPace {
  readonly #ground: PaceGround;
  #cancel: (() => void) | undefined;
  #running = 0;
  /** A reload was called for and has not begun yet. */
  #isCalled = false;
  #beganAt = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(ground: PaceGround) {
    this.#ground = ground;
  }

  /** A load has begun, whoever wanted it: what is due is met by it. */
  began(): void {
    this.#running += 1;
    this.#isCalled = false;
    this.#beganAt = this.#ground.now();
    this.#isDue = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  ended(): void {
    this.#running -= 1;
    const now = this.#ground.now();
    this.#notBefore = now + Math.max(LEAST_PAUSE_MS, PAUSE_PER_LOAD * (now - this.#beganAt));
    if (this.#isDue) this.#plan();
  }

  /** Something has changed, so that what was loaded is old. */
  ask(): void {
    this.#isDue = true;
    this.#plan();
  }

  /** Someone looks again: what has become due meanwhile is loaded. */
  wake(): void {
    if (this.#isDue) this.#plan();
  }

  close(): void {
    this.#isDue = false;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #plan(): void {
    if (this.#running > 0 || this.#isCalled || this.#cancel !== undefined) return;
    if (!this.#ground.isVisible()) return;
    const wait = Math.max(0, this.#notBefore - this.#ground.now());
    this.#cancel = this.#ground.later(() => {
      this.#cancel = undefined;
      if (!this.#isDue || !this.#ground.isVisible()) return;
      this.#isCalled = true;
      this.#ground.reload();
    }, wait);
  }
}
