/** Counts verdicts by kind and contestant, and cases by language and repository. */
import type { EditCase } from "../cases/case.js";
import type { Verdict } from "./verdict.js";
import type { CaseResult } from "./worker.js";

export type VerdictCounts = Record<Verdict, number>;

export class Tally {
  /** By kind, then by contestant. */
  readonly kinds = new Map<string, Map<string, VerdictCounts>>();
  readonly milliseconds = new Map<string, number>();
  readonly languages = new Map<string, number>();
  readonly repositories = new Map<string, number>();

  addCase({ language, repository }: EditCase): void {
    increase(this.languages, language, 1);
    increase(this.repositories, repository, 1);
  }

  addResult({ kind }: EditCase, { contestant, verdict, milliseconds }: CaseResult): void {
    const contestants = this.kinds.get(kind) ?? new Map<string, VerdictCounts>();
    const counts = contestants.get(contestant) ?? { right: 0, style: 0, refused: 0, wrong: 0 };
    counts[verdict] += 1;
    contestants.set(contestant, counts);
    this.kinds.set(kind, contestants);
    increase(this.milliseconds, contestant, milliseconds);
  }
}

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export function sumCounts(all: readonly VerdictCounts[]): VerdictCounts {
  const sum = { right: 0, style: 0, refused: 0, wrong: 0 };
  for (const { right, style, refused, wrong } of all) {
    sum.right += right;
    sum.style += style;
    sum.refused += refused;
    sum.wrong += wrong;
  }
  return sum;
}
