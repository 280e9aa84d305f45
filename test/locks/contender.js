// Child of the lock tests: with locks of its own it does what each message says, and answers when it has done it.
// It stays up until its parent goes away or kills it.
import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/** @param {string} name @returns {Promise<any>} */
const load = (name) => import(new URL(`../../.build/lib/${name}`, import.meta.url).href);
const { ProcessLocks } = await load("locks/process-lock.js");
const { createNodeFileSystem } = await load("fs/node-file-system.js");
const { createProcessLife, readProcessIdentity } = await load("fs/node/process-life.js");

/**
 * A disk on which others get a turn before every step, so that what could happen between two steps does.
 * @param {any} disk
 */
const withPauses = (disk) =>
  new Proxy(disk, {
    get:
      (_, name) =>
      /** @param {unknown[]} given */
      async (...given) => {
        for (let turns = Math.random() * 20; turns > 0; turns -= 1) await nextTurn();
        return disk[name](...given);
      },
  });

const [folder = "", pace = "quick"] = process.argv.slice(2);
const disk = createNodeFileSystem();
const locks = new ProcessLocks({
  fileSystem: pace === "slow" ? withPauses(disk) : disk,
  folder: `${folder}/locks`,
  self: readProcessIdentity(),
  life: createProcessLife(),
});

/**
 * Adds one to a counter under its lock. Two at once would lose a step, and meet at the file that only one can create.
 * @param {string} key
 */
async function count(key) {
  const release = await locks.acquire(key);
  const counter = `${folder}/${key}`;
  closeSync(openSync(`${counter}.inside`, "wx"));
  const before = Number(readFileSync(counter, "utf8"));
  await nextTurn();
  writeFileSync(counter, String(before + 1));
  unlinkSync(`${counter}.inside`);
  await release();
}

/** @param {{ action: "hold" | "count", keys: string[] }} message */
async function act({ action, keys }) {
  for (const key of keys) await (action === "hold" ? locks.acquire(key) : count(key));
}

process.on("message", (message) => {
  act(/** @type {any} */ (message)).then(
    () => process.send?.("done"),
    (cause) => process.send?.(String(cause)),
  );
});
process.send?.("ready");
