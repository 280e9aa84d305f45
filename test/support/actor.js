// A process with a toolkit of its own, for what needs another user, another umask, a limit or a mount. It reads its
// order from standard input, plants files, runs the calls one after another, and prints what was there before and after.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { takeSnapshot } from "./snapshot.js";

/** @type {any} */
const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);

const order = JSON.parse(readFileSync(0, "utf8"));
if (order.umask !== undefined) process.umask(order.umask);
for (const [path, content] of Object.entries(order.plant ?? {})) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, String(content));
}
const toolkit = createToolkit({
  roots: [order.root],
  workingDirectory: order.root,
  stateDirectory: order.stateDirectory,
  environment: { HOME: order.root },
  onAsk: () => ({ answer: "allow" }),
  ...order.options,
});
// A tree that may not be looked into can't be compared.
const look = order.compares === false ? () => ({}) : takeSnapshot;
const before = look(order.root);
const results = [];
for (const { name, input } of order.calls) results.push(await toolkit.call(name, input));
await toolkit.close();
process.stdout.write(JSON.stringify({ before, results, after: look(order.root), uid: process.getuid?.() }));
