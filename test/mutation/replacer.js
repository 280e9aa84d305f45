// Child of the tests about races: puts new versions of a file in place, by rename or in place, until it is killed or a
// minute has passed. Names the versions it made by a counter.
import { closeSync, ftruncateSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";

const [path = "", way = "rename", prefix = "version"] = process.argv.slice(2);
const deadline = Date.now() + 60_000;
process.send?.("ready");
for (let version = 0; Date.now() < deadline; version += 1) {
  const content = `${prefix} ${version}\n`;
  if (way === "rename") {
    writeFileSync(`${path}.next`, content);
    renameSync(`${path}.next`, path);
  } else {
    const descriptor = openSync(path, "r+");
    writeSync(descriptor, content, 0);
    ftruncateSync(descriptor, content.length);
    closeSync(descriptor);
  }
}
