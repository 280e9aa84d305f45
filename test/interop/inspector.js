// Lists and calls every tool with the official Inspector, in every era, over both ways to the server. Each run of the
// Inspector is a conversation of its own: over stdio it can change only what it makes, because it has read nothing; over HTTP a
// version that one run was given proves to the next what was read.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inspector, newerNode, program } from "./places.js";
import { runProgram } from "./run-program.js";
import { inTemporaryWorld } from "./temporary-world.js";

const eras = ["legacy", "auto", "modern"];
const serverWords = ["--mode", "acceptEdits"];
/** How the Inspector ends when a tool has failed. */
const TOOL_FAILED = 5;

/**
 * @typedef {{ name: string, target: readonly string[], hasVersions: boolean }} Way
 * @typedef {{ code: number | null, result: any }} Answer
 * @typedef {(words: readonly string[]) => Promise<Answer>} Inspect
 */

/** @param {import("./temporary-world.js").World} world @param {Way} way @param {string} era @returns {Inspect} */
function createInspect(world, way, era) {
  return async (words) => {
    const all = ["--cli", "--format", "json", "--protocol-era", era, ...words, ...way.target];
    const { code, stdout, stderr } = await runProgram(newerNode, [inspector, ...all], {
      env: world.environment,
      cwd: world.root,
    });
    assert.notEqual(stdout, "", `${way.name}, ${era}, ${words.join(" ")}: exit code ${code}\n${stderr}`);
    return { code, result: JSON.parse(stdout).result };
  };
}

const notebook = `${JSON.stringify(
  {
    cells: [
      { cell_type: "code", execution_count: null, id: "first", metadata: {}, outputs: [], source: ["1"] },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  },
  null,
  1,
)}\n`;

/**
 * Calls every tool once, and holds answer and disk against what they must be.
 * @param {Inspect} inspect @param {Way} way @param {string} root
 * @returns {Promise<readonly string[]>} what was done
 */
async function tryEveryTool(inspect, way, root) {
  /** @param {string} name */
  const at = (name) => join(root, name);
  /** @param {string} name */
  const contentOf = (name) => readFileSync(at(name), "utf8");
  /** @param {string} tool @param {object} args */
  const call = (tool, args) =>
    inspect(["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)]);
  /** @param {Answer} answer */
  const fine = ({ code, result }) => {
    assert.equal(code, 0, JSON.stringify(result));
    return result.content[0].text;
  };
  /** @param {string} name */
  const versionOf = async (name) => {
    const { result } = await call("Read", { file_path: at(name) });
    return result._meta["filewright/file-version"];
  };
  writeFileSync(at("a.txt"), "one\n");
  writeFileSync(at("n.ipynb"), notebook);

  const listed = await inspect(["--method", "tools/list", "--strict"]);
  assert.equal(listed.code, 0);
  assert.deepEqual(listed.result.tools.map((/** @type {{ name: string }} */ { name }) => name).toSorted(), [
    "Edit",
    "Glob",
    "Grep",
    "NotebookEdit",
    "Read",
    "Write",
  ]);
  assert.equal(fine(await call("Read", { file_path: at("a.txt") })), "     1→one");
  assert.match(fine(await call("Glob", { pattern: "*.txt" })), /a\.txt/);
  assert.match(fine(await call("Grep", { pattern: "^one$" })), /a\.txt/);
  fine(await call("Write", { file_path: at("new.txt"), content: "new\n" }));
  assert.equal(contentOf("new.txt"), "new\n");

  const edit = { file_path: at("a.txt"), old_string: "one", new_string: "two" };
  const cell = { notebook_path: at("n.ipynb"), cell_id: "first", new_source: "2" };
  for (const [tool, args] of /** @type {const} */ ([
    ["Edit", edit],
    ["NotebookEdit", cell],
  ])) {
    const unread = await call(tool, args);
    // Without sessions it is the caller who has read the file, whichever run it was.
    if (unread.code === 0) continue;
    assert.equal(unread.code, TOOL_FAILED);
    assert.equal(unread.result._meta["filewright/error"].code, "FILE_NOT_READ");
  }
  if (!way.hasVersions) {
    assert.deepEqual([contentOf("a.txt"), contentOf("n.ipynb")], ["one\n", notebook]);
    fine(await call("Edit", { file_path: at("made.txt"), old_string: "", new_string: "made\n" }));
    assert.equal(contentOf("made.txt"), "made\n");
    return ["listed", "looked", "made files", "unread ones refused"];
  }
  writeFileSync(at("a.txt"), "one\n");
  writeFileSync(at("n.ipynb"), notebook);
  fine(await call("Edit", { ...edit, file_version: await versionOf("a.txt") }));
  fine(await call("NotebookEdit", { ...cell, file_version: await versionOf("n.ipynb") }));
  assert.equal(contentOf("a.txt"), "two\n");
  assert.match(contentOf("n.ipynb"), /"2"/);
  return ["listed", "looked", "made files", "changed by version"];
}

/** @param {import("./temporary-world.js").World} world @param {(way: Way) => Promise<void>} use */
async function overHttp(world, use) {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json", ...serverWords], {
    cwd: world.root,
    env: world.environment,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  try {
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    const { url, tokenFile } = JSON.parse(line);
    const token = readFileSync(tokenFile, "utf8").trim();
    const target = ["--server-url", url, "--transport", "http", "--header", `Authorization: Bearer ${token}`];
    await use({ name: "HTTP", target, hasVersions: true });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** @param {import("./temporary-world.js").World} world @param {(way: Way) => Promise<void>} use */
async function overStdio(world, use) {
  const target = ["--cwd", world.root, "--", process.execPath, program, "mcp", ...serverWords];
  await use({ name: "stdio", target, hasVersions: false });
}

/** @type {Record<string, string>[]} */
const rows = [];
for (const connect of [overStdio, overHttp]) {
  for (const era of eras) {
    await inTemporaryWorld((world) =>
      connect(world, async (way) => {
        const done = await tryEveryTool(createInspect(world, way, era), way, world.root);
        rows.push({ way: way.name, era, done: done.join(", ") });
      }),
    );
  }
}
console.table(rows);
