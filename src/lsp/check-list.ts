/** The checks that someone waits for, one for each document: a later one supersedes an earlier one. */
import { type Checked, superseded, unknown } from "./checked.js";

export interface OpenCheck {
  readonly key: string;
  /** Aborted once it is answered, whatever the answer. */
  readonly signal: AbortSignal;
  /** Its text has not been told to the server yet. */
  readonly isHeld: boolean;
  hold(release: () => void, longestMs: number): void;
  release(): void;
  settle(answer: Checked): void;
}

export class CheckList {
  readonly #answerMs: number;
  readonly #onLate: () => void;
  readonly #open = new Map<string, OpenCheck>();

  /** `onLate` is told when a check ends without an answer. */
  constructor(answerMs: number, onLate: () => void) {
    this.#answerMs = answerMs;
    this.#onLate = onLate;
  }

  find(key: string): OpenCheck | undefined {
    return this.#open.get(key);
  }

  list(): OpenCheck[] {
    return [...this.#open.values()];
  }

  /** `answered` never rejects, and never takes longer than a check may. */
  open(key: string): { readonly check: OpenCheck; readonly answered: Promise<Checked> } {
    this.#open.get(key)?.settle(superseded);
    let answer: (checked: Checked) => void = () => undefined;
    const answered = new Promise<Checked>((resolve) => (answer = resolve));
    const ending = new AbortController();
    let held: { readonly act: () => void; readonly timer: NodeJS.Timeout } | undefined;
    const check: OpenCheck = {
      key,
      signal: ending.signal,
      get isHeld() {
        return held !== undefined;
      },
      hold: (act, longestMs) => {
        held = { act, timer: setTimeout(() => check.release(), longestMs).unref() };
      },
      release: () => {
        const waiting = held;
        held = undefined;
        clearTimeout(waiting?.timer);
        waiting?.act();
      },
      settle: (checked) => {
        if (ending.signal.aborted) return;
        clearTimeout(late);
        clearTimeout(held?.timer);
        held = undefined;
        if (this.#open.get(key) === check) this.#open.delete(key);
        ending.abort();
        answer(checked);
      },
    };
    const late = setTimeout(() => {
      check.settle(unknown("no-answer", `no answer within ${this.#answerMs} ms`));
      this.#onLate();
    }, this.#answerMs).unref();
    this.#open.set(key, check);
    return { check, answered };
  }

  settleAll(answer: Checked): void {
    for (const check of this.list()) check.settle(answer);
  }
}
