/** Changes one file again and again through the product, and reports each change with its answer. */
import { writeSync } from "node:fs";
import { openToolkit } from "../core/product.js";
import { type EditorJob, LINES, monotonicMs } from "../core/race.js";
import type { OwnCall } from "../core/race-oracle.js";
import { Random } from "../core/random.js";
import { renderVersion } from "../core/self-describing.js";

const job = JSON.parse(process.argv[2] as string) as EditorJob;
const random = new Random(job.seed);
const toolkit = openToolkit(job, { durability: job.durability });
const report = (call: OwnCall): void => void writeSync(1, `${JSON.stringify({ kind: "call", call })}\n`);

async function changeOnce(tag: string): Promise<void> {
  const begunAt = monotonicMs();
  const isWhole = job.writesWhole && random.below(4) === 0;
  const read = await toolkit.call("Read", { file_path: job.path, ...(isWhole ? {} : { limit: 4 }) });
  const text = read.output?.type === "text" ? read.output.file.content : "";
  const replaced = /^slot (\S+)$/m.exec(text)?.[1];
  if (replaced === undefined) return;
  const { error, output } = isWhole
    ? await toolkit.call("Write", { file_path: job.path, content: renderVersion(tag, LINES[job.form]) })
    : await toolkit.call("Edit", {
        file_path: job.path,
        old_string: `slot ${replaced}\n`,
        new_string: `slot ${tag}\n`,
      });
  const endedAt = monotonicMs();
  const common = { tag, replaced, begunAt, endedAt, isOk: error === undefined };
  const change = output?.change;
  const message = error === undefined ? {} : { message: `${error.code}: ${error.message.slice(0, 160)}` };
  report({ ...common, ...message, ...(change === undefined ? {} : { change }) });
}

await toolkit.call("Read", { file_path: job.path, limit: 1 });
writeSync(1, `${JSON.stringify({ kind: "ready" })}\n`);
const end = performance.now() + job.milliseconds;
for (let count = 1; performance.now() < end; count += 1) {
  await changeOnce(`${job.name}-${count}`);
  if (random.below(8) === 0) await new Promise((resolve) => setTimeout(resolve, random.below(3)));
}
await new Promise((resolve) => setTimeout(resolve, job.lingerMs));
await toolkit.close();
