// A disk of your own: an agent here, its files elsewhere. Tools, history and locks use nothing but the FileSystem that they are
// given, so that a container or another machine is as good as the local disk.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createToolkit } from "filewright";
import { createLocalDisk, fileSystemContract } from "filewright/testing";
import { createDemoProject } from "./support/demo-project.js";
import { connectDisk } from "./support/remote-disk/client.js";

const project = createDemoProject();
// Here another process. In your system: ["docker", "exec", "-i", "box", "node", "server.js"], or ["ssh", "box", "node", "server.js"].
const server = fileURLToPath(new URL("support/remote-disk/server.js", import.meta.url));
const disk = connectDisk([process.execPath, server]);

// What the tools rely on. In your tests: for (const { title, run } of contract) it(title, run).
const contract = fileSystemContract({ create: () => createLocalDisk(disk.fileSystem), lacks: ["fifos"] });
for (const { run } of contract) await run();
console.log(`The disk keeps all ${contract.length} promises of the contract, in ${disk.requests} requests.`);

const toolkit = createToolkit({
  fileSystem: disk.fileSystem,
  roots: [project.root],
  stateDirectory: project.stateDirectory,
  onAsk: () => ({ answer: "allow" }),
});

const file_path = project.path("src/greeting.js");
const edit = { file_path, old_string: '"hello"', new_string: '"good morning"' };
const early = await call("Edit", edit);
assert.equal(early.error?.code, "FILE_NOT_READ");
await call("Read", { file_path });
assert.equal((await call("Edit", edit)).isError, false);
assert.match(project.read("src/greeting.js"), /good morning/);
await call("Write", { file_path: project.path("src/new/place.js"), content: "export {};\n" });
assert.equal(project.read("src/new/place.js"), "export {};\n");
await call("Read", { file_path: project.path("logo.png") });
// ripgrep runs on this machine, and would find nothing.
assert.equal((await call("Grep", { pattern: "good", path: project.root })).error?.code, "SEARCH_UNAVAILABLE");

// The history is on that disk too.
await toolkit.history.undo();
assert.equal(existsSync(project.path("src/new/place.js")), false);
console.log("undo: src/new/place.js is gone again");
await toolkit.close();

await disk.close();
project.remove();
console.log("Done: the contract is kept, and an agent has read, changed and undone on another disk.");

/**
 * @param {string} name
 * @param {object} input
 */
async function call(name, input) {
  const result = await toolkit.call(name, input);
  const [first] = result.content;
  console.log(`${name}: ${first?.type === "text" ? first.text.split("\n", 1)[0] : first?.type}`);
  return result;
}
