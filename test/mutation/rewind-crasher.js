// Child of the crash tests of steps over several files. Its disk kills the process before its nth step; steps are counted from
// the beginning of the work that is named. Exits with 0 when the work is done before that.
// - rewind: changes every file and rewinds
// - failing-rewind: the same, but the last file can't be replaced, so the others are rolled back
// - recover: does nothing but what every start does
import { readdirSync } from "node:fs";
import { createCountedDisk } from "./counted-disk.js";

const load = (/** @type {string} */ name) => import(new URL(`../../dist/${name}`, import.meta.url).href);
const { createToolkit, createNodeFileSystem, FileSystemError } = await load("index.js");

const [root = "", stateDirectory = "", work = "", fatalStep = "0"] = process.argv.slice(2);
const steps = new Set([
  "append",
  "createFile",
  "createParents",
  "removeEmptyParents",
  "removeFile",
  "removeIfUnchanged",
  "rename",
  "replaceIfUnchanged",
  "truncate",
]);
let isCounting = work === "recover";
let step = 0;
const fileSystem = createCountedDisk(createNodeFileSystem(), (name, given) => {
  if (isCounting && steps.has(name)) step += 1;
  if (step === Number(fatalStep)) process.kill(process.pid, "SIGKILL");
  const isLast = name === "replaceIfUnchanged" && String(given[0]).endsWith("/a.txt");
  if (isCounting && isLast && work === "failing-rewind") throw new FileSystemError("EIO", given[0]);
});
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  fileSystem,
  onAsk: () => ({ answer: "allow" }),
  durability: "none",
  // So small that history files fill up in the middle of the rewind.
  history: { maxBytes: 1 },
});

/** @param {string} name @param {Record<string, unknown>} input */
async function call(name, input) {
  const { error } = await toolkit.call(name, input);
  if (error !== undefined) throw new Error(error.message);
}

if (work === "recover") {
  await toolkit.history.list();
} else {
  const { id } = await toolkit.history.checkpoint("start");
  const names = readdirSync(root).filter((name) => name.endsWith(".txt"));
  for (const name of names.toSorted()) {
    await call("Read", { file_path: `${root}/${name}`, limit: 10 });
    await call("Edit", { file_path: `${root}/${name}`, old_string: "old!", new_string: "new!" });
  }
  await call("Write", { file_path: `${root}/made/folder/d.txt`, content: "made\n" });
  isCounting = true;
  const { isDone } = await toolkit.history.rewind(id);
  if (isDone !== (work === "rewind")) throw new Error(`isDone is ${isDone}`);
}
await toolkit.close();
