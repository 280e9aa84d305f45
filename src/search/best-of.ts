/**
 * Keeps the best `capacity` of any number of things, in memory for about twice that many. Newest files first and paths
 * in order are both this: what is on no page that is shown takes no room.
 */
export class BestOf<T> {
  readonly #capacity: number;
  readonly #compare: (a: T, b: T) => number;
  #kept: T[] = [];
  /** The worst that is still good enough, once there are enough. */
  #bar: T | undefined;
  #total = 0;

  constructor(capacity: number, compare: (a: T, b: T) => number) {
    this.#capacity = capacity;
    this.#compare = compare;
  }

  /** How many there were, kept or not. */
  get total(): number {
    return this.#total;
  }

  add(candidate: T): void {
    this.#total += 1;
    if (this.#bar !== undefined && this.#compare(candidate, this.#bar) >= 0) return;
    this.#kept.push(candidate);
    // Sorting now and then is cheaper than keeping order always.
    if (this.#kept.length >= 2 * this.#capacity + 1024) this.#trim();
  }

  inOrder(): readonly T[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.#kept.sort(this.#compare);
    if (this.#kept.length < this.#capacity) return;
    this.#kept.length = this.#capacity;
    this.#bar = this.#kept.at(-1);
  }
}
