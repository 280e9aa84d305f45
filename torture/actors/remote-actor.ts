/** Does the steps it is sent, one a line, and answers each with a line, until it is told to close. */
import { writeSync } from "node:fs";
import { relative } from "node:path";
import { createInterface } from "node:readline";
import type { RestoreResult } from "filewright";
import { EVERYTHING, openToolkit } from "../core/product.js";
import type { RemoteAnswer, RemoteJob, RemoteStep } from "../core/remote.js";
import { doStep, failure, readFirst, toAnswer } from "../core/steps.js";

const job = JSON.parse(process.argv[2] as string) as RemoteJob;
const toolkit = openToolkit(job, job.options);
const context = { toolkit, root: job.root, labels: {} };

async function list(): Promise<RemoteAnswer> {
  const changes = await toolkit.history.list({ limit: EVERYTHING });
  const listed = changes.map(({ record, state }) => ({
    id: record.id,
    path: relative(job.root, record.path),
    state,
  }));
  return { outcome: "ok", listed };
}

async function takeBack(step: RemoteStep & { readonly do: "take-back" }): Promise<RemoteAnswer> {
  const { kind, id, dryRun = false } = step;
  let result: RestoreResult;
  if (kind === "undo") result = await toolkit.history.undo(id, { dryRun });
  else if (kind === "redo") result = await toolkit.history.redo(id, { dryRun });
  else result = await toolkit.history.rewind(id, { dryRun, scope: "all" });
  const outcomes: Record<string, string> = {};
  for (const { path, outcome } of result.files) outcomes[relative(job.root, path)] = outcome;
  return { ...toAnswer(result, job.root), outcomes };
}

async function answer(step: RemoteStep): Promise<RemoteAnswer> {
  try {
    if (step.do === "list") return await list();
    if (step.do === "take-back") return await takeBack(step);
    await readFirst(step, context);
    return await doStep(step, context);
  } catch (cause) {
    return failure(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause));
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "close") break;
  writeSync(1, `${JSON.stringify(await answer(JSON.parse(line) as RemoteStep))}\n`);
}
await toolkit.close().catch(() => undefined);
process.exit(0);
