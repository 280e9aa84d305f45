// Child of swapped-folder.test.ts: swaps a folder for a link and back until it is killed, or a minute has passed.
import { renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";

const [folder = "", outside = ""] = process.argv.slice(2);
const aside = `${folder}-aside`;
const deadline = Date.now() + 60_000;

/**
 * Who writes into a folder that is gone for a moment makes it anew; then it is in the way.
 * @param {() => void} step
 */
function insist(step) {
  try {
    step();
  } catch {
    rmSync(folder, { recursive: true, force: true });
    step();
  }
}

process.send?.("ready");
while (Date.now() < deadline) {
  renameSync(folder, aside);
  insist(() => symlinkSync(outside, folder));
  unlinkSync(folder);
  insist(() => renameSync(aside, folder));
}
