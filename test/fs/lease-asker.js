// Child of the test of system calls: asks for a second whether a file is open for writing, while its parent opens it.
import { openSync } from "node:fs";

const { loadSystemCalls } = await import(
  new URL("../../.build/lib/fs/node/system-calls.js", import.meta.url).href
);

const descriptor = openSync(process.argv[2] ?? "", "r");
const calls = loadSystemCalls();
process.send?.("ready");
const answers = new Set();
for (const end = Date.now() + 1000; Date.now() < end; ) answers.add(calls.hasWriter(descriptor));
process.disconnect();
// Both answers, or the two did not meet.
process.exitCode = answers.has(true) && answers.has(false) ? 0 : 1;
