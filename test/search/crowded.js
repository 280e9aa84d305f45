// Child of broken-ripgrep.test.ts, with few descriptors: searches when none is left, and again when some are free.
import { closeSync, openSync } from "node:fs";

/** @type {any} */
const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);

const [root = ""] = process.argv.slice(2);
const toolkit = createToolkit({ roots: [root], workingDirectory: root, environment: { HOME: root } });
const searches = [
  ["Glob", { pattern: "**/*" }],
  ["Grep", { pattern: "needle" }],
  ["Grep", { pattern: "needle", output_mode: "content" }],
];
// Everything is loaded by now; only what a search itself takes is wanting.
for (const [name, input] of searches) await toolkit.call(name, input);

const taken = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  for (const descriptor of taken.splice(0, 2)) closeSync(descriptor);
}
const crowded = [];
for (const [name, input] of searches) crowded.push((await toolkit.call(name, input)).error?.code ?? "fine");
for (const descriptor of taken) closeSync(descriptor);
const { error } = await toolkit.call("Glob", { pattern: "**/*" });
process.stdout.write(JSON.stringify({ crowded, free: error?.code ?? "fine" }));
