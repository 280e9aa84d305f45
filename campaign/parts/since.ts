/** Calls on files that were denied, or are to be asked about, only after they had been used. */
import { finding } from "../../torture/core/finding.js";
import { nothingMissing } from "../../torture/core/machine.js";
import type { Part, PartContext } from "../../torture/core/part.js";
import { type Engine, ownEngine } from "../core/engine.js";
import type { runSinceBlock, SinceJob } from "../core/since-block.js";
import { workOff } from "../core/workers.js";

/** Of a usual run. */
const BLOCKS = 30;
const SIZE = 40;

export const since: Part = {
  name: "since",
  title: "files denied after they were read and changed",
  weight: 15,
  findMissing: nothingMissing,
  run: (context) => attackSince(context, ownEngine),
};

export async function attackSince({ report, only, seed, scale }: PartContext, engine: Engine): Promise<void> {
  const count = Math.max(1, Math.round(BLOCKS * scale));
  const numbers = only === "" ? Array.from({ length: count }, (_, index) => index) : [Number(only)];
  const jobs = numbers.map((block): SinceJob => ({ engine, seed, block, size: SIZE }));
  await workOff<typeof runSinceBlock>("since-attacker", jobs, ({ block }, result) => {
    if (typeof result === "string")
      report.check(String(block), [finding("crash", "the attacker ended", result)]);
    else {
      report.faults += result.attempts;
      report.check(String(block), result.findings);
    }
  });
}
