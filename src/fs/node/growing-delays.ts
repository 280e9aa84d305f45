/** Delays in milliseconds for asking again: short at first, longer later, `totalMs` together. */
export function* growingDelays(totalMs: number): Generator<number> {
  let left = totalMs;
  for (let delay = 1; left > 0; delay = Math.min(delay * 2, LONGEST_MS)) {
    yield Math.min(delay, left);
    left -= delay;
  }
}

const LONGEST_MS = 64;
