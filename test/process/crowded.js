// Child of run-program.test.ts, with few descriptors: runs a program when none is left.
import { closeSync, openSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** @type {any} */
const { runProgram } = await import(new URL("../../.build/lib/process/run-program.js", import.meta.url).href);

const request = { program: "true", arguments: [], timeoutMs: 300, maxOutputBytes: 1000 };
await runProgram(request);
const taken = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  for (const descriptor of taken.splice(0, 2)) closeSync(descriptor);
}
const crowded = await runProgram(request);
// Longer than the program's time: what was never started must not be killed then.
await delay(600);
for (const descriptor of taken) closeSync(descriptor);
const { exitCode } = await runProgram(request);
process.stdout.write(JSON.stringify({ crowded: crowded.exitCode ?? "not started", free: exitCode }));
