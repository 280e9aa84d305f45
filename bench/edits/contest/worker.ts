/** Runs cases in a process of its own. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { EditCase } from "../cases/case.js";
import type { EditContestant, Editor } from "./editor.js";
import { createFilewright } from "./filewright.js";
import { judge, type Verdict } from "./verdict.js";

export interface WorkerSetup {
  readonly directory: string;
  readonly engine: string | undefined;
}

export type WorkerRequest =
  | { readonly kind: "open"; readonly setup: WorkerSetup }
  | { readonly kind: "run"; readonly cases: readonly EditCase[] };

export interface CaseResult {
  readonly id: number;
  readonly contestant: string;
  readonly verdict: Verdict;
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
  readonly editor: Editor;
}

let seats: readonly Seat[] = [];

process.on("message", (request: WorkerRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => process.exit());

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  if (request.kind === "open") {
    seats = await openSeats(request.setup);
    return { kind: "ready" };
  }
  const results: CaseResult[] = [];
  for (const seat of seats) {
    for (const editCase of request.cases) results.push(await run(editCase, seat));
  }
  return { kind: "results", results };
}

async function openSeats({ directory, engine }: WorkerSetup): Promise<Seat[]> {
  const opened: Seat[] = [];
  for (const contestant of [createFilewright(engine)]) {
    const folders = { files: join(directory, contestant.id), home: join(directory, `${contestant.id}-home`) };
    mkdirSync(folders.files, { recursive: true });
    mkdirSync(folders.home, { recursive: true });
    opened.push({ contestant, files: folders.files, editor: await contestant.open(folders) });
  }
  return opened;
}

async function run(editCase: EditCase, { contestant, files, editor }: Seat): Promise<CaseResult> {
  const name = `${editCase.id}-${basename(editCase.path)}`;
  const path = join(files, name);
  writeFileSync(path, editCase.before);
  const startedAt = performance.now();
  const refusal = await editor.edit(name, editCase);
  const milliseconds = performance.now() - startedAt;
  const { before, expected } = editCase;
  const actual = readText(path);
  rmSync(path, { force: true });
  const verdict = judge({ before, expected, actual, isRefused: refusal !== undefined });
  return {
    id: editCase.id,
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
