/**
 * How much a search has found so far, for whoever wants to know before it is over. A search may run more than once, on
 * one thread and on all; runs count apart and the furthest of them is what counts, so that it never goes back.
 */
export class FoundMeter {
  #furthest = 0;
  /** Matches found in earlier folders. */
  #before = 0;

  get found(): number {
    return this.#furthest;
  }

  /** Says that the runs to come search another folder, whose finds are added to those so far. */
  startFolder(): void {
    this.#before = this.#furthest;
  }

  /** What a run calls with each find, or with several at once. */
  startRun(): (count?: number) => void {
    let own = this.#before;
    return (count = 1) => {
      own += count;
      if (own > this.#furthest) this.#furthest = own;
    };
  }
}
