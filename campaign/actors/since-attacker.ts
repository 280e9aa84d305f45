/** Makes the blocks whose jobs it is sent, one a line, and reports each with a line. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { runSinceBlock, type SinceJob } from "../core/since-block.js";

for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${JSON.stringify(await runSinceBlock(JSON.parse(line) as SinceJob))}\n`);
}
process.exit(0);
