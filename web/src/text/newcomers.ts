/** Which questions are new: not those that were there when the page was opened. */
export interface Named {
  readonly engine: string;
  readonly id: string;
}

/** Given all that there are, answers how many have come since it was last asked; the first time, none have. */
export function createNewcomers(): (all: readonly Named[]) => number {
  let known: ReadonlySet<string> | undefined;
  return (all) => {
    const before = known;
    known = new Set(all.map(({ engine, id }) => `${engine} ${id}`));
    return before === undefined ? 0 : [...known].filter((name) => !before.has(name)).length;
  };
}

/** What the browser's tab says. */
export function renderTitle(waiting: number): string {
  return waiting === 0 ? "Filewright" : `(${waiting}) Filewright`;
}
