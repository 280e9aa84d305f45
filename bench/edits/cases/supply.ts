/** Draws hunks in turns from all repositories, and within a repository from the language that had fewest so far. */
import type { Hunk } from "./case.js";
import { History, type HistoryOptions } from "./history.js";

/** Hunks that one language of one repository may have in stock. */
const MOST_IN_STOCK = 60;
/** Enough to choose from. */
const STOCK = 240;

class Stock {
  readonly #history: History;
  readonly #hunks = new Map<string, Hunk[]>();
  #isComplete = false;

  constructor(history: History) {
    this.#history = history;
  }

  async take(counts: ReadonlyMap<string, number>): Promise<Hunk | undefined> {
    while (!this.#isComplete && this.#size() < STOCK) await this.#refill();
    const languages = [...this.#hunks].filter(([, hunks]) => hunks.length > 0).map(([id]) => id);
    const [rarest] = languages.toSorted((left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0));
    return rarest === undefined ? undefined : this.#hunks.get(rarest)?.shift();
  }

  async #refill(): Promise<void> {
    const hunks = await this.#history.next();
    this.#isComplete = hunks === undefined;
    for (const hunk of hunks ?? []) {
      const stock = this.#hunks.get(hunk.language.id) ?? [];
      if (stock.length < MOST_IN_STOCK) stock.push(hunk);
      this.#hunks.set(hunk.language.id, stock);
    }
  }

  #size(): number {
    return [...this.#hunks.values()].reduce((sum, { length }) => sum + length, 0);
  }
}

export async function* drawHunks(
  repositories: readonly string[],
  options: HistoryOptions,
): AsyncGenerator<Hunk> {
  let stocks = repositories.map((repository) => new Stock(new History(repository, options)));
  const counts = new Map<string, number>();
  while (stocks.length > 0) {
    const left: Stock[] = [];
    for (const stock of stocks) {
      const hunk = await stock.take(counts);
      if (hunk === undefined) continue;
      left.push(stock);
      counts.set(hunk.language.id, (counts.get(hunk.language.id) ?? 0) + 1);
      yield hunk;
    }
    stocks = left;
  }
}
