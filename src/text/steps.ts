/**
 * Long work as a generator that yields now and then: whoever runs it decides whether others get their turn in between.
 */
export type Steps<T> = Generator<void, T>;

/** Whether a loop should yield after `count` rounds: often enough for rounds of some microseconds. */
export function isTurn(count: number): boolean {
  return (count & 0x3ff) === 0x3ff;
}

/** Runs work to its end at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
