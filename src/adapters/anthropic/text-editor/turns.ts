/**
 * Changes of one reply are made one after another, as the model wrote them: where a line is depends on what was inserted
 * before, and the runner starts all calls of a reply at once.
 */

/** Acts once all before it have; at once if its signal says that nobody waits for it any more, for the act to answer that. */
type InTurn = <T>(act: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;

export function createTurns(): InTurn {
  let last: Promise<void> = Promise.resolve();
  return (act, signal) => {
    const before = last;
    const next = unlessAborted(before, signal).then(act);
    // One that did not wait for its turn ends none: those behind it wait for those before it all the same.
    const ended = (): Promise<void> => before;
    last = next.then(ended, ended);
    return next;
  };
}

function unlessAborted(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return turn;
  return new Promise((resolve) => {
    const go = (): void => {
      signal.removeEventListener("abort", go);
      resolve();
    };
    signal.addEventListener("abort", go);
    if (signal.aborted) go();
    void turn.then(go);
  });
}
