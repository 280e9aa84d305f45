// Child of the crash tests: changes files without end until it is killed. Before each change it writes down, outside the
// workspace, which content the file is about to have, so that whoever finds the file later can tell whole from torn.
import { createHash } from "node:crypto";
import { openSync, readFileSync, writeSync } from "node:fs";

const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);

const [root = "", stateDirectory = "", announcements = "", name = "", options = "{}"] = process.argv.slice(2);
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  onAsk: () => ({ answer: "allow" }),
  dedup: false,
  limits: { maxTokens: 50_000_000, maxSizeBytes: 50_000_000 },
  countTokens: () => 1,
  ...JSON.parse(options),
});
const log = openSync(announcements, "a");
let count = 0;
// Waiting for a lock does not keep a process up.
setInterval(() => undefined, 1000);

/** @param {string} path @param {string} content */
function announce(path, content) {
  const hash = createHash("sha256").update(content).digest("hex");
  writeSync(log, `${hash} ${path}\n`);
}

/** @param {string} tool @param {Record<string, string>} input */
async function call(tool, input) {
  const { error } = await toolkit.call(tool, input);
  // Others may be at the same files; a refusal is an answer, anything else is a defect.
  if (error !== undefined && !error.code.startsWith("FILE_")) throw new Error(`${tool}: ${error.message}`);
  return error === undefined;
}

/** Contents of many lengths, so that what is written in place grows and shrinks. @param {string} marker */
function makeContent(marker) {
  const lines = Math.floor(Math.random() ** 3 * 8000) + 2;
  return `${marker}\n${"some words of a line\n".repeat(lines)}`;
}

/** @param {string} path */
async function writeWhole(path) {
  await call("Read", { file_path: path, limit: "100000" });
  const content = makeContent(`written by ${name} ${count}`);
  announce(path, content);
  await call("Write", { file_path: path, content });
}

/** @param {string} path */
async function editFirstLine(path) {
  await call("Read", { file_path: path, limit: path.endsWith("large.txt") ? "20" : "100000" });
  const text = readFileSync(path, "utf8");
  const old = text.slice(0, text.indexOf("\n"));
  const fresh = `edited by ${name} ${count}`;
  announce(path, fresh + text.slice(old.length));
  await call("Edit", { file_path: path, old_string: old, new_string: fresh });
}

async function create() {
  const path = `${root}/${name}-${process.pid}/${count}/new.txt`;
  const content = makeContent(`created by ${name} ${count}`);
  announce(path, content);
  await call("Write", { file_path: path, content });
}

for (; ; count += 1) {
  if (count === 1) process.send?.("ready");
  const dice = Math.random();
  if (dice < 0.3) await writeWhole(`${root}/linked.txt`);
  else if (dice < 0.5) await editFirstLine(`${root}/linked.txt`);
  else if (dice < 0.7) await writeWhole(`${root}/plain.txt`);
  else if (dice < 0.9) await editFirstLine(`${root}/plain.txt`);
  else if (dice < 0.96) await create();
  else await editFirstLine(`${root}/large.txt`);
}
