/** Makes the blocks of attempts whose jobs it is sent, one a line, and reports each with a line. */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { type BlockJob, runBlock } from "../core/block.js";

for await (const line of createInterface({ input: process.stdin })) {
  writeSync(1, `${JSON.stringify(await runBlock(JSON.parse(line) as BlockJob))}\n`);
}
process.exit(0);
