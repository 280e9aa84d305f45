/**
 * Reads a picture, a PDF or a notebook in a process of its own and prints, as JSON, for how many milliseconds at the longest
 * nothing else could run, and by how many megabytes the process has grown once all is done and let go.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { callRead, openToolkit } from "../library.js";

/** Between two looks at the clock; part of every delay that is found. */
const RESOLUTION_MS = 1;

const [directory = "", request = ""] = process.argv.slice(2);
const toolkit = openToolkit(directory, { dedup: false });
const before = process.memoryUsage().rss;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
// What held the thread before this is over, and not the read's.
await pause(20);
delays.reset();
await callRead(toolkit, JSON.parse(request));
await pause(2 * RESOLUTION_MS);
delays.disable();
await toolkit.close();
await pause(100);
// What nothing refers to any more is not kept, only not collected yet.
globalThis.gc?.();
const growth = (process.memoryUsage().rss - before) / 1024 ** 2;
process.stdout.write(JSON.stringify({ stall: delays.max / 1e6 - RESOLUTION_MS, growth }));
