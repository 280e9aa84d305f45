// Child of the tests of torn files: writes a file in place on a disk that takes half of it and then, if told so, nothing.
// Prints what the call came to.
import fs from "node:fs";

const { createToolkit } = await import(new URL("../../dist/index.js", import.meta.url).href);

const [root = "", stateDirectory = "", takesBack = ""] = process.argv.slice(2);
const path = `${root}/a.txt`;
const toolkit = createToolkit({
  roots: [root],
  workingDirectory: root,
  stateDirectory,
  environment: { HOME: root },
  onAsk: () => ({ answer: "allow" }),
});
await toolkit.call("Read", { file_path: path });

const { ino } = fs.statSync(path);
const write = fs.writeSync;
let writes = 0;
// @ts-expect-error One of its overloads is enough here.
fs.writeSync = (descriptor, bytes, offset, length, position) => {
  if (fs.fstatSync(descriptor).ino !== ino) return write(descriptor, bytes, offset, length, position);
  writes += 1;
  if (writes === 1) return write(descriptor, bytes, offset, Math.floor((length ?? 0) / 2), position);
  if (writes > 2 && takesBack === "yes") return write(descriptor, bytes, offset, length, position);
  throw Object.assign(new Error("no room"), { code: "ENOSPC" });
};
const result = await toolkit.call("Write", { file_path: path, content: "NEW NEW NEW NEW NEW\n" });
const states = (await toolkit.history.list()).map((/** @type {{ state: string }} */ { state }) => state);
const ids = (await toolkit.history.list()).map(
  (/** @type {{ record: { id: string } }} */ { record }) => record.id,
);
await toolkit.close();
process.send?.({ error: result.error, states, ids });
process.disconnect();
