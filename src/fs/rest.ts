/**
 * Looking at one file after another takes no time each and much for thousands, and on a local disk nothing in it waits.
 * Whoever does so rests in between, so that other work gets its turn.
 */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long other work may wait meanwhile. */
const MAX_TURN_MS = 2;

/** To be awaited after each file; rests only when it is time to. */
export function createRest(): () => Promise<void> | undefined {
  let turnStartedAt = performance.now();
  const startTurn = async (): Promise<void> => {
    await nextTurn();
    turnStartedAt = performance.now();
  };
  return () => (performance.now() - turnStartedAt < MAX_TURN_MS ? undefined : startTurn());
}
