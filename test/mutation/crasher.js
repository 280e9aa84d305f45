// Child of the crash tests: does a fixed piece of work on a disk that kills the process before its nth step, or the nth
// of one kind.
// Exits with 0 when the work is done before that.
import { existsSync } from "node:fs";
import { createCountedDisk } from "./counted-disk.js";

const load = (/** @type {string} */ name) => import(new URL(`../../dist/${name}`, import.meta.url).href);
const { createToolkit, createNodeFileSystem } = await load("index.js");

const [root = "", stateDirectory = "", fatalStep = "0", kind = "", history = "{}"] = process.argv.slice(2);
const steps = new Set([
  "append",
  "createFile",
  "createParents",
  "removeEmptyParents",
  "removeIfUnchanged",
  "rename",
  "replaceIfUnchanged",
  "truncate",
]);
let step = 0;
const fileSystem = createCountedDisk(createNodeFileSystem(), (name) => {
  if (kind === "" ? steps.has(name) : kind === name) step += 1;
  if (step === Number(fatalStep)) process.kill(process.pid, "SIGKILL");
});
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  fileSystem,
  onAsk: () => ({ answer: "allow" }),
  durability: "none",
  history: JSON.parse(history),
  limits: { maxTokens: 50_000_000 },
  countTokens: () => 1,
});

/** @param {string} name @param {Record<string, unknown>} input */
async function call(name, input) {
  const { error } = await toolkit.call(name, input);
  if (error !== undefined) throw new Error(error.message);
}

const large = `${root}/large-linked.txt`;
if (existsSync(large)) {
  await call("Read", { file_path: large, limit: 100_000 });
  await call("Edit", { file_path: large, old_string: "line 5\n", new_string: "line five\n" });
  process.exit(0);
}
await call("Write", { file_path: `${root}/new/folder/a.txt`, content: "created\n" });
await call("Read", { file_path: `${root}/plain.txt` });
await call("Edit", { file_path: `${root}/plain.txt`, old_string: "old", new_string: "new" });
await call("Read", { file_path: `${root}/linked.txt` });
await call("Write", { file_path: `${root}/linked.txt`, content: "new\n" });
for (let undone = 0; undone < 3; undone += 1) await toolkit.history.undo();
await toolkit.history.redo();
await toolkit.close();
