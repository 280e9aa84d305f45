/** Makes the confined blocks whose jobs it is sent, one a line, and reports each with a line. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { type ConfinedJob, runConfinedBlock } from "../core/confined-block.js";

for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${JSON.stringify(await runConfinedBlock(JSON.parse(line) as ConfinedJob))}\n`);
}
process.exit(0);
