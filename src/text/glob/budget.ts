/** What compiling one glob may cost. Beyond it the glob is refused, whatever it means. */
export class GlobTooLargeError extends Error {
  override readonly name = "GlobTooLargeError";
}

/** States and edges together; the longest glob of plain characters stays below it. */
const MAX_PARTS = 20_000;
/** Steps of making the alternatives of `!(…)` deterministic: some tens of milliseconds. */
const MAX_STEPS = 500_000;

export class GlobBudget {
  #parts = MAX_PARTS;
  #steps = MAX_STEPS;

  spendParts(count: number): void {
    this.#parts -= count;
    if (this.#parts < 0)
      throw new GlobTooLargeError("it is too large; write fewer alternatives, or several globs");
  }

  spendSteps(count: number): void {
    this.#steps -= count;
    if (this.#steps < 0)
      throw new GlobTooLargeError("what it excludes by !(…) is too complex; write fewer alternatives there");
  }
}
