/** Raises its own counter in files that other processes change as well; reports each attempt and each answer. */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { openToolkit } from "../core/product.js";
import { monotonicMs } from "../core/race.js";
import { Random } from "../core/random.js";

export interface CounterJob {
  readonly base: string;
  readonly root: string;
  readonly state: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly seed: number;
  readonly milliseconds: number;
}

export interface CountMessage {
  readonly file: string;
  readonly to: number;
  readonly begunAt: number;
  /** Absent while the call runs. */
  readonly endedAt?: number;
  readonly isOk?: boolean;
  readonly message?: string;
  readonly change?: string;
}

const job = JSON.parse(process.argv[2] as string) as CounterJob;
const random = new Random(job.seed);
const toolkit = openToolkit(job);
const say = (message: CountMessage): void => void writeSync(1, `${JSON.stringify(message)}\n`);

async function countOnce(file: string): Promise<void> {
  const path = join(job.root, file);
  const begunAt = monotonicMs();
  const read = await toolkit.call("Read", { file_path: path, limit: 6 });
  const text = read.output?.type === "text" ? read.output.file.content : "";
  const count = new RegExp(`^count ${job.name} (\\d+)$`, "m").exec(text)?.[1];
  if (count === undefined) return;
  const to = Number(count) + 1;
  say({ file, to, begunAt });
  const { error, output } = await toolkit.call("Edit", {
    file_path: path,
    old_string: `count ${job.name} ${count}\n`,
    new_string: `count ${job.name} ${to}\n`,
  });
  const change = output?.change;
  const message = error === undefined ? {} : { message: `${error.code}: ${error.message.slice(0, 160)}` };
  const rest = { ...message, ...(change === undefined ? {} : { change }) };
  say({ file, to, begunAt, endedAt: monotonicMs(), isOk: error === undefined, ...rest });
}

const end = performance.now() + job.milliseconds;
while (performance.now() < end) await countOnce(random.pick(job.files));
await toolkit.close();
