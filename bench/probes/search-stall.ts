/** Searches in a process of its own and prints for how many milliseconds, at the longest, nothing else could run. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { callSearch } from "../library.js";
import { prepareSearch } from "./search.js";

/** Between two looks at the clock; part of every delay that is found. */
const RESOLUTION_MS = 1;

const { toolkit, name, input } = await prepareSearch(process.argv.slice(2));
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
// What held the thread before this is over, and not the search's.
await pause(20);
delays.reset();
await callSearch(toolkit, name, input);
await pause(2 * RESOLUTION_MS);
delays.disable();
await toolkit.close();
process.stdout.write((delays.max / 1e6 - RESOLUTION_MS).toFixed(2));
