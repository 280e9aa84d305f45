/** Work that may take long, done in steps: others get their turn in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long others may wait. */
const TURN_MS = 4;

/** Lets others come between two steps that each take their time. */
export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await nextTurn();
  signal?.throwIfAborted();
}

export async function runInTurns<T>(steps: Generator<void, T>, signal: AbortSignal | undefined): Promise<T> {
  for (let startedAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - startedAt < TURN_MS) continue;
    await takeTurn(signal);
    startedAt = performance.now();
  }
}
