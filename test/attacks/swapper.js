// Child of the tests of swapped folders: swaps a folder for a link and back until it is killed, or two minutes have passed.
// Tells how many times it has done so: 0 when it begins, then every hundred.
import { existsSync, renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder = "", outside = "", longestRest = "0"] = process.argv.slice(2);
const aside = `${folder}-aside`;
const deadline = Date.now() + 120_000;
let moved = 0;
let swaps = 0;

/**
 * Who writes into a folder that is gone for a moment makes it anew; then it is in the way.
 * @param {() => void} step
 */
function insist(step) {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    try {
      step();
      return;
    } catch {
      moved += 1;
      if (existsSync(folder)) renameSync(folder, `${folder}-made-anew-${moved}`);
    }
  }
}

/** Gives those who look at many files time to see some of them on each side. */
function rest() {
  const milliseconds = Number(longestRest) * Math.random();
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

process.send?.(swaps);
while (Date.now() < deadline) {
  renameSync(folder, aside);
  insist(() => symlinkSync(outside, folder));
  rest();
  unlinkSync(folder);
  insist(() => renameSync(aside, folder));
  rest();
  swaps += 1;
  if (swaps % 100 === 0) process.send?.(swaps);
}
