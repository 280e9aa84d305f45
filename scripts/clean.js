// Removes build folders of this project, so that no deleted source survives in what is shipped.
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

for (const folder of process.argv.slice(2)) {
  if (!["dist", ".build"].includes(folder)) throw new Error(`not a build folder: ${folder}`);
  rmSync(fileURLToPath(new URL(`../${folder}`, import.meta.url)), { recursive: true, force: true });
}
