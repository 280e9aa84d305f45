// Child of the settings tests: a process with a store of its own. It reads its order from standard input once it has
// said that it is ready, and prints how each step ended.
import { readFileSync, writeSync } from "node:fs";

/** @param {string} name @returns {Promise<any>} */
const load = (name) => import(new URL(`../../../.build/lib/${name}`, import.meta.url).href);
const { createNodeFileSystem } = await load("fs/node-file-system.js");
const { createProcessLife, readProcessIdentity } = await load("fs/node/process-life.js");
const { createNames } = await load("fs/unique-names.js");
const { FileLocks } = await load("locks/file-locks.js");
const { KeyedQueue } = await load("locks/keyed-queue.js");
const { ProcessLocks } = await load("locks/process-lock.js");
const { createOwnFileChanger } = await load("mutation/change-own-file.js");
const { SettingsStore } = await load("permissions/settings/settings-store.js");

writeSync(1, "ready\n");
const { root, config, state, steps } = JSON.parse(readFileSync(0, "utf8"));
const fileSystem = createNodeFileSystem();
const locks = new ProcessLocks({
  fileSystem,
  folder: `${state}/locks`,
  self: readProcessIdentity(),
  life: createProcessLife(),
});
const store = new SettingsStore({
  fileSystem,
  roots: [root],
  configFolder: config,
  homeDirectory: root,
  managedFolder: `${state}/managed`,
  now: Date.now,
  changeFile: createOwnFileChanger({
    fileSystem,
    locks: new FileLocks(
      new KeyedQueue(),
      () => locks,
      async () => undefined,
    ),
    isDurable: false,
    randomName: createNames(),
    privateFolder: config,
  }),
});

const outcomes = [];
for (const [action, ...given] of steps) {
  try {
    outcomes.push({ value: await store[action](...given) });
  } catch (error) {
    outcomes.push({ code: /** @type {any} */ (error).code, message: String(error) });
  }
}
writeSync(1, `${JSON.stringify(outcomes)}\n`);
