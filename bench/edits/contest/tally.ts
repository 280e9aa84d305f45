/** Counts verdicts by kind and contestant. */
import { type EditVerdict, verdicts } from "./verdict.js";
import type { CaseResult } from "./worker.js";

export type VerdictCounts = Record<EditVerdict, number>;

export class VerdictTally {
  readonly #kinds = new Map<string, Map<string, VerdictCounts>>();
  readonly #milliseconds = new Map<string, number>();

  add(kind: string, { contestant, verdict, milliseconds }: CaseResult): void {
    const contestants = this.#kinds.get(kind) ?? new Map<string, VerdictCounts>();
    const counts = contestants.get(contestant) ?? noVerdicts();
    counts[verdict] += 1;
    contestants.set(contestant, counts);
    this.#kinds.set(kind, contestants);
    this.#milliseconds.set(contestant, (this.#milliseconds.get(contestant) ?? 0) + milliseconds);
  }

  get contestants(): Iterable<string> {
    return this.#milliseconds.keys();
  }

  /** By contestant. */
  countsOf(kind: string): ReadonlyMap<string, VerdictCounts> {
    return this.#kinds.get(kind) ?? new Map<string, VerdictCounts>();
  }

  /** Of several kinds together, by contestant. */
  sumOf(kinds: readonly string[]): ReadonlyMap<string, VerdictCounts> {
    const sums = new Map<string, VerdictCounts>();
    for (const [contestant, counts] of kinds.flatMap((kind) => [...this.countsOf(kind)])) {
      const sum = sums.get(contestant) ?? noVerdicts();
      for (const verdict of verdicts) sum[verdict] += counts[verdict];
      sums.set(contestant, sum);
    }
    return sums;
  }

  /** Seconds in calls for 10,000 edits, by contestant. */
  get speeds(): ReadonlyMap<string, number> {
    const edits = this.sumOf([...this.#kinds.keys()]);
    return new Map(
      [...this.#milliseconds].map(([contestant, sum]) => {
        const counts = edits.get(contestant) ?? noVerdicts();
        return [contestant, (10 * sum) / countAll(counts)];
      }),
    );
  }
}

export function countAll(counts: VerdictCounts): number {
  return verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
}

function noVerdicts(): VerdictCounts {
  return { right: 0, style: 0, refused: 0, wrong: 0 };
}
