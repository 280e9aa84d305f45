// Child of swapped-folder.test.ts: swaps a folder for a link and back until it is killed, or a minute has passed.
import { renameSync, symlinkSync, unlinkSync } from "node:fs";

const [folder = "", outside = ""] = process.argv.slice(2);
const aside = `${folder}-aside`;
const deadline = Date.now() + 60_000;
process.send?.("ready");
while (Date.now() < deadline) {
  renameSync(folder, aside);
  symlinkSync(outside, folder);
  unlinkSync(folder);
  renameSync(aside, folder);
}
