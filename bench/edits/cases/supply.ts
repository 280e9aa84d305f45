/** Draws hunks in turns from all repositories, and within a repository from the language that had fewest so far. */
import type { CommitHunk } from "./case.js";
import { CommitHistory, type FoundHunk, type HistoryOptions } from "./history.js";

/** Hunks to choose from. */
const STOCK = 200;
/** More than are used up, so that common languages do not crowd out the others in the long run. */
const COMMITS_PER_HUNK = 2;

class Stock {
  readonly #history: CommitHistory;
  readonly #found = new Map<string, FoundHunk[]>();
  #size = 0;
  #drawn = 0;
  #isComplete = false;

  constructor(history: CommitHistory) {
    this.#history = history;
  }

  async draw(counts: ReadonlyMap<string, number>): Promise<CommitHunk | undefined> {
    for (;;) {
      const found = await this.#take(counts);
      const hunk = found === undefined ? undefined : await this.#history.read(found);
      if (hunk !== undefined || found === undefined) return hunk;
    }
  }

  close(): void {
    this.#history.close();
  }

  async #take(counts: ReadonlyMap<string, number>): Promise<FoundHunk | undefined> {
    while (!this.#isComplete && this.#isLow()) await this.#refill();
    const languages = [...this.#found].filter(([, found]) => found.length > 0).map(([id]) => id);
    const [rarest = ""] = languages.toSorted(
      (left, right) => (counts.get(left) ?? 0) - (counts.get(right) ?? 0),
    );
    const found = this.#found.get(rarest)?.shift();
    if (found === undefined) return undefined;
    this.#size -= 1;
    this.#drawn += 1;
    return found;
  }

  #isLow(): boolean {
    return this.#size < STOCK || this.#history.commitsRead < this.#drawn * COMMITS_PER_HUNK;
  }

  async #refill(): Promise<void> {
    const hunks = await this.#history.next();
    this.#isComplete = hunks === undefined;
    for (const found of hunks ?? []) {
      const { id } = found.language;
      const same = this.#found.get(id) ?? [];
      same.push(found);
      this.#found.set(id, same);
      this.#size += 1;
    }
  }
}

export async function* drawHunks(
  repositories: readonly string[],
  options: HistoryOptions,
): AsyncGenerator<CommitHunk> {
  const stocks = repositories.map((repository) => new Stock(new CommitHistory(repository, options)));
  try {
    yield* drawInTurns(stocks);
  } finally {
    for (const stock of stocks) stock.close();
  }
}

async function* drawInTurns(all: readonly Stock[]): AsyncGenerator<CommitHunk> {
  const counts = new Map<string, number>();
  let stocks = all;
  while (stocks.length > 0) {
    const left: Stock[] = [];
    for (const stock of stocks) {
      const hunk = await stock.draw(counts);
      if (hunk === undefined) continue;
      left.push(stock);
      counts.set(hunk.language.id, (counts.get(hunk.language.id) ?? 0) + 1);
      yield hunk;
    }
    stocks = left;
  }
}
