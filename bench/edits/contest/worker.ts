/** Runs cases in a process of its own. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { EditTask } from "../cases/case.js";
import { type ContestantChoice, chooseContestants } from "./contestants.js";
import type { EditContestant, EditingTools } from "./editor.js";
import { type EditVerdict, judge } from "./verdict.js";

export interface WorkerSetup {
  readonly directory: string;
  readonly choice: ContestantChoice;
  /** How many tasks the whole run has. */
  readonly count: number;
}

export type WorkerRequest =
  | { readonly kind: "open"; readonly setup: WorkerSetup }
  | { readonly kind: "run"; readonly tasks: readonly EditTask[] };

export interface CaseResult {
  readonly id: number;
  readonly contestant: string;
  readonly verdict: EditVerdict;
  readonly milliseconds: number;
  /** What the tool said when it refused. */
  readonly refusal?: string | undefined;
  /** The file afterwards, unless it is as before or as expected. */
  readonly actual?: string | undefined;
}

export type WorkerReply =
  | { readonly kind: "ready" }
  | { readonly kind: "results"; readonly results: readonly CaseResult[] };

interface Seat {
  readonly contestant: EditContestant;
  readonly files: string;
  readonly editor: EditingTools;
  /** It takes every n-th task of each kind. */
  readonly step: number;
}

let seats: readonly Seat[] = [];

process.on("message", (request: WorkerRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => {
  void Promise.all(seats.map(({ editor }) => editor.close())).finally(() => process.exit());
});

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  if (request.kind === "open") {
    seats = await openSeats(request.setup);
    return { kind: "ready" };
  }
  const results: CaseResult[] = [];
  for (const seat of seats) {
    for (const task of request.tasks) if (task.ordinal % seat.step === 0) results.push(await run(task, seat));
  }
  return { kind: "results", results };
}

async function openSeats({ directory, choice, count }: WorkerSetup): Promise<Seat[]> {
  const opened: Seat[] = [];
  for (const contestant of chooseContestants(choice)) {
    const folders = { files: join(directory, contestant.id), home: join(directory, `${contestant.id}-home`) };
    mkdirSync(folders.files, { recursive: true });
    mkdirSync(folders.home, { recursive: true });
    const step = Math.ceil(count / (contestant.mostEdits ?? count));
    opened.push({ contestant, files: folders.files, editor: await contestant.open(folders), step });
  }
  return opened;
}

async function run(task: EditTask, { contestant, files, editor }: Seat): Promise<CaseResult> {
  const { id, before, expected } = task;
  const name = `${id}-${basename(task.path)}`;
  const path = join(files, name);
  writeFileSync(path, before);
  const startedAt = performance.now();
  const refusal = await editor.edit(name, task);
  const milliseconds = performance.now() - startedAt;
  const actual = readText(path);
  rmSync(path, { force: true });
  const verdict = judge({ before, expected, actual, isRefused: refusal !== undefined });
  return {
    id,
    contestant: contestant.id,
    verdict,
    milliseconds,
    refusal,
    actual: actual === before || actual === expected ? undefined : actual,
  };
}

function readText(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}
