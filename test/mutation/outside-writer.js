// Child of the races with outside writers: changes a file without locks, in one of seven ways, and knows which of its
// versions others have replaced. A version that it replaced itself is its own loss. Prints those that must not be lost.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const [path = "", kind = "", rounds = "100"] = process.argv.slice(2);
const folder = path.slice(0, path.lastIndexOf("/"));
const git = (/** @type {string[]} */ words, input = "") =>
  execFileSync("git", ["-C", folder, ...words], { input, encoding: "utf8" }).trim();

/** @type {number | undefined} */
let appender;
const ways = {
  "truncate and write": (/** @type {string} */ text) => fs.writeFileSync(path, text),
  overwrite: (/** @type {string} */ text) => {
    const descriptor = fs.openSync(path, "r+");
    fs.writeSync(descriptor, text, 0);
    fs.ftruncateSync(descriptor, text.length);
    fs.closeSync(descriptor);
  },
  "open appender": (/** @type {string} */ text, /** @type {number} */ round) => {
    appender ??= fs.openSync(path, "a");
    fs.writeSync(appender, text);
    if (round % 4 !== 0) return;
    fs.closeSync(appender);
    appender = undefined;
  },
  append: (/** @type {string} */ text) => fs.appendFileSync(path, text),
  formatter: (/** @type {string} */ text) => {
    fs.writeFileSync(`${path}.next`, text);
    fs.renameSync(`${path}.next`, path);
  },
  git: (/** @type {string} */ text) => {
    const blob = git(["hash-object", "-w", "--stdin"], text);
    git(["update-index", "--add", "--cacheinfo", `100644,${blob},a.txt`]);
    git(["checkout-index", "-f", "a.txt"]);
  },
  mv: (/** @type {string} */ text) => {
    fs.writeFileSync(`${path}.next`, text);
    execFileSync("mv", ["-f", `${path}.next`, path]);
  },
};
const act = ways[/** @type {keyof typeof ways} */ (kind)];
if (kind === "git") git(["init", "-q"]);

/** Git fails, and says so, if a file appears between the two steps in which it replaces one. */
function tryAct(/** @type {string} */ text, /** @type {number} */ round) {
  try {
    act(text, round);
    return true;
  } catch (cause) {
    if (kind !== "git") throw cause;
    return false;
  }
}

const appends = kind.includes("append");

/** @type {Set<string>} */
const written = new Set();
/** @type {Set<string>} */
const standing = new Set();
/** @type {string[]} */
const mustBeKept = [];
for (let round = 1; round <= Number(rounds); round += 1) {
  const token = `<${kind} ${round}>`;
  const text = `${token}\n${"some words\n".repeat(round % 50)}</${round}>\n`;
  // What it replaces itself is its own loss; what is gone by now was replaced by others.
  const present = appends ? "" : fs.readFileSync(path, "utf8");
  for (const earlier of standing) if (!present.includes(earlier)) mustBeKept.push(earlier);
  standing.clear();
  if (tryAct(text, round)) (appends ? written : standing).add(token);
  await wait(Math.random() * (appender === undefined ? 8 : 4));
}
if (appender !== undefined) fs.closeSync(appender);
process.send?.({ mustBeKept: [...mustBeKept, ...written, ...standing] });
process.disconnect();
