/** Generated attempts through one entry point, block by block in two processes. */
import { finding } from "../../torture/core/finding.js";
import { nothingMissing } from "../../torture/core/machine.js";
import type { Part, PartContext } from "../../torture/core/part.js";
import type { BlockJob, runBlock } from "../core/block.js";
import { type Engine, ownEngine } from "../core/engine.js";
import type { EntryName } from "../core/entries.js";
import { workOff } from "../core/workers.js";

interface AttemptsPlan {
  readonly title: string;
  readonly weight: number;
  /** How many blocks of how many attempts a usual run makes. */
  readonly blocks: number;
  readonly size: number;
}

const plans: Readonly<Record<EntryName, AttemptsPlan>> = {
  library: { title: "calls of the library, history included", weight: 60, blocks: 300, size: 60 },
  stdio: { title: "calls over standard input and output", weight: 20, blocks: 40, size: 60 },
  http: { title: "calls over HTTP", weight: 20, blocks: 40, size: 60 },
  cli: { title: "commands", weight: 30, blocks: 20, size: 15 },
};

export const attempts: readonly Part[] = (Object.keys(plans) as EntryName[]).map((entry) => ({
  name: entry,
  title: plans[entry].title,
  weight: plans[entry].weight,
  findMissing: nothingMissing,
  run: (context) => makeAttempts(entry, context, ownEngine),
}));

export async function makeAttempts(entry: EntryName, context: PartContext, engine: Engine): Promise<void> {
  const { report, only, seed, scale } = context;
  const { blocks, size } = plans[entry];
  const count = Math.max(1, Math.round(blocks * scale));
  const numbers = only === "" ? Array.from({ length: count }, (_, index) => index) : [Number(only)];
  const jobs = numbers.map((block): BlockJob => ({ engine, entry, seed, block, size, isExact: only !== "" }));
  const tools: Record<string, number> = {};
  await workOff<typeof runBlock>("attacker", jobs, ({ block }, result) => {
    if (typeof result === "string") {
      report.check(String(block), [finding("crash", `${entry}: the attacker ended`, result)]);
      return;
    }
    report.faults += result.attempts;
    for (const [tool, made] of Object.entries(result.tools)) tools[tool] = (tools[tool] ?? 0) + made;
    report.check(String(block), result.findings);
  });
  report.notes.add(
    Object.entries(tools)
      .map(([tool, made]) => `${tool} ${made}`)
      .join(", "),
  );
}
