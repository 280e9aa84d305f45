/**
 * Replaces very many places in one call, in a process of its own, and prints as JSON how many milliseconds that took and
 * for how many, at the longest, nothing else could run. A call of the same kind comes before: it loads and compiles the code.
 */
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { callFlat, openChanging } from "../library.js";

/** Between two looks at the clock; part of every delay that is found. */
const RESOLUTION_MS = 1;

const [path = "", row = "", count, state = ""] = process.argv.slice(2);
const content = `${row}\n`.repeat(Number(count));
const toolkit = openChanging(state, `${state}/own`, { roots: ["/"] });
await callFlat(toolkit, "Write", { file_path: path, content });
await replace("old", "fresh");

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
await pause(20);
delays.reset();
const startedAt = performance.now();
await replace("fresh", "new");
const time = performance.now() - startedAt;
await pause(2 * RESOLUTION_MS);
delays.disable();
await toolkit.close();
if (readFileSync(path, "utf8") !== content.replaceAll("old", "new")) throw new Error("wrong content");
process.stdout.write(JSON.stringify({ time, stall: delays.max / 1e6 - RESOLUTION_MS }));

async function replace(from: string, to: string): Promise<void> {
  await callFlat(toolkit, "Edit", { file_path: path, old_string: from, new_string: to, replace_all: true });
}
