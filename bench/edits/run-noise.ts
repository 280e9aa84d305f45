/** The noisy edits: drawn from commits, made by every contestant, counted. */
import { closeSync, openSync, writeSync } from "node:fs";
import type { EditsArguments } from "./arguments.js";
import type { EditCase } from "./cases/case.js";
import { CaseSource, type DiscardCounts } from "./cases/draw-cases.js";
import type { FailureLog } from "./contest/failures.js";
import { type RowGroup, renderCounts, renderTally } from "./contest/table.js";
import { VerdictTally } from "./contest/tally.js";
import { runTasks } from "./contest/workers.js";
import { kinds, type NoiseKind } from "./noise/kinds.js";

/** The cases of a run. */
export interface Drawn {
  readonly languages: ReadonlyMap<string, number>;
  readonly repositories: ReadonlyMap<string, number>;
  readonly discarded: ReadonlyMap<string, DiscardCounts>;
}

export interface NoiseRun extends Drawn {
  readonly tally: VerdictTally;
}

export async function runNoise(options: EditsArguments, failures: FailureLog): Promise<NoiseRun> {
  const source = new CountedSource(options);
  const tally = new VerdictTally();
  await runTasks(source.draw(), {
    ...options,
    onResult(task, result) {
      tally.add(task.kind, result);
      failures.add(task, result, isRefusalRight(task.kind) ? "refused" : "right");
    },
  });
  return { tally, ...source.drawn };
}

/** Writes the cases as JSON lines and runs nothing. */
export async function dumpCases(options: EditsArguments, path: string): Promise<Drawn> {
  const source = new CountedSource(options);
  const file = openSync(path, "w");
  for await (const editCase of source.draw()) writeSync(file, `${JSON.stringify(editCase)}\n`);
  closeSync(file);
  return source.drawn;
}

export function renderNoise({ tally }: NoiseRun, chosen: readonly NoiseKind[]): string {
  const groups: readonly RowGroup[] = [
    { title: "all to be made", kinds: chosen.filter(({ expects }) => expects === undefined).map(toId) },
    { title: "all to be refused", kinds: chosen.filter(({ expects }) => expects === "refusal").map(toId) },
  ];
  return renderTally("kind", tally, groups);
}

export function renderDrawn({ languages, repositories, discarded }: Drawn): string {
  const fits = new Map([...discarded].map(([kind, counts]) => [kind, counts.fits]));
  const same = new Map([...discarded].map(([kind, counts]) => [kind, counts.same]));
  return [
    renderCounts("Languages", languages),
    renderCounts("Repositories", repositories),
    renderCounts("Discarded, because the noisy old string occurs in the file", fits),
    renderCounts("Discarded, because the noisy strings are equal", same),
  ].join("\n");
}

function toId({ id }: NoiseKind): string {
  return id;
}

function isRefusalRight(kind: string): boolean {
  return kinds.find(({ id }) => id === kind)?.expects === "refusal";
}

/** Long runs say that they are alive. */
const REPORT_EVERY = 5000;

class CountedSource {
  readonly #source: CaseSource;
  readonly #languages = new Map<string, number>();
  readonly #repositories = new Map<string, number>();

  constructor(options: EditsArguments) {
    this.#source = new CaseSource(options);
  }

  get drawn(): Drawn {
    const { discarded } = this.#source;
    return { languages: this.#languages, repositories: this.#repositories, discarded };
  }

  async *draw(): AsyncGenerator<EditCase> {
    for await (const editCase of this.#source.draw()) {
      increase(this.#languages, editCase.language);
      increase(this.#repositories, editCase.repository);
      yield editCase;
      if ((editCase.id + 1) % REPORT_EVERY === 0) process.stderr.write(`${editCase.id + 1} edits drawn\n`);
    }
  }
}

function increase(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
