/**
 * How much a search has found so far, for whoever wants to know before it is over. A search may run more than once, on
 * one thread and on all; runs count apart and the furthest of them is what counts, so that it never goes back.
 */
export class FoundMeter {
  #furthest = 0;

  get found(): number {
    return this.#furthest;
  }

  /** What a run calls with each find, or with several at once. */
  startRun(): (count?: number) => void {
    let own = 0;
    return (count = 1) => {
      own += count;
      if (own > this.#furthest) this.#furthest = own;
    };
  }
}
