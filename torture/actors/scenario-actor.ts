/** Does a scenario's steps in a process of its own: waits for a line before the first, answers each with a line. */
import { readFileSync, readSync, writeSync } from "node:fs";
import { stat } from "node:fs/promises";
import { openToolkit } from "../core/product.js";
import type { Job } from "../core/scenario.js";
import { doStep, readFirst } from "../core/steps.js";

const job = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as Job;
const say = (message: unknown): void => void writeSync(1, `${JSON.stringify(message)}\n`);

const toolkit = openToolkit(job, { durability: "full", history: job.history });
const context = { toolkit, root: job.root, labels: job.labels };
for (const step of job.prelude) {
  await readFirst(step, context);
  const { outcome, message } = await doStep(step, context);
  if (outcome !== "ok") throw new Error(`the prelude failed: ${message}`);
}
for (const step of job.steps) await readFirst(step, context);
// Starts the thread pool, so a tracer finds its thread.
await stat(job.root);
say({ kind: "ready" });
readSync(0, Buffer.alloc(16));
for (const [index, step] of job.steps.entries()) {
  say({ kind: "begin", index });
  say({ kind: "answer", index, answer: await doStep(step, context) });
}
// A disk that fails may keep a toolkit from closing in order; whoever starts next finds out.
await toolkit.close().catch(() => undefined);
say({ kind: "closed" });
