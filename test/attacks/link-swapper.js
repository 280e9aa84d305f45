// Child of the races with hard links: puts a hard link to one of the given files in the place of a file, and the file back, until it
// is killed or two minutes have passed. Tells how many times it has done so: 0 when it begins, then every hundred.
import { linkSync, renameSync, writeFileSync } from "node:fs";

const [file = "", aside = "", own = "", longestRest = "0", ...linked] = process.argv.slice(2);
const deadline = Date.now() + 120_000;
let swaps = 0;

/** Gives changes time to be made between two swaps. */
function rest() {
  const milliseconds = Number(longestRest) * Math.random();
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

process.send?.(swaps);
while (Date.now() < deadline) {
  linkSync(linked[swaps % linked.length] ?? "", aside);
  renameSync(aside, file);
  rest();
  writeFileSync(aside, own);
  renameSync(aside, file);
  rest();
  swaps += 1;
  if (swaps % 100 === 0) process.send?.(swaps);
}
