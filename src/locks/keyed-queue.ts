/** Runs actions on one key one after another, on different keys side by side. A failed action frees its place. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Whether an action on this key would run at once. */
  isFree(key: string): boolean {
    return !this.#tails.has(key);
  }

  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const previous = this.#tails.get(key) ?? Promise.resolve();
    const mine = previous.then(action, action);
    const leave = (): void => {
      if (this.#tails.get(key) === settled) this.#tails.delete(key);
    };
    const settled: Promise<void> = mine.then(leave, leave);
    this.#tails.set(key, settled);
    return mine;
  }

  /** Waits for the key's turn. Resolves with the function that ends it. */
  enter(key: string): Promise<() => void> {
    return new Promise((resolve) => {
      void this.run(key, () => new Promise<void>((leave) => resolve(leave)));
    });
  }
}
