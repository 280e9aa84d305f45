/** A notebook may be large, and what makes it so nobody will look at: it is gone through in steps, others come between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long others may wait. */
const TURN_MS = 4;

export async function runInTurns<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
  for (let startedAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - startedAt < TURN_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}
