/** The same attempts against an engine that allows everything: only the sandbox is left to keep them inside the root. */
import { finding } from "../../torture/core/finding.js";
import { missing } from "../../torture/core/machine.js";
import type { Part, PartContext } from "../../torture/core/part.js";
import { allowAll } from "../core/altered-engines.js";
import {
  type ConfinedJob,
  findLauncher,
  hasSandboxSwitch,
  type runConfinedBlock,
} from "../core/confined-block.js";
import { alterEngine, ownEngine, removeEngine } from "../core/engine.js";
import { workOff } from "../core/workers.js";

/** Of a usual run. */
const BLOCKS = 16;
const SIZE = 100;

export const confined: Part = {
  name: "confined",
  title: "an engine that allows everything, in the sandbox",
  weight: 20,
  findMissing: () =>
    missing(["a build with a sandbox", findLauncher(ownEngine) !== undefined || hasSandboxSwitch(ownEngine)]),
  run: (context) => attackConfined(context, { isConfined: true }),
};

export async function attackConfined(
  { report, only, seed, scale }: PartContext,
  { isConfined }: { readonly isConfined: boolean },
): Promise<void> {
  const engine = alterEngine(allowAll);
  const count = Math.max(1, Math.round(BLOCKS * scale));
  const numbers = only === "" ? Array.from({ length: count }, (_, index) => index) : [Number(only)];
  const jobs = numbers.map((block): ConfinedJob => ({ engine, seed, block, size: SIZE, isConfined }));
  const control: ConfinedJob = { engine, seed, block: numbers[0] ?? 0, size: SIZE, isConfined: false };
  let tellingExistence = 0;
  await workOff<typeof runConfinedBlock>("confined-attacker", [control, ...jobs], (job, result) => {
    const name = String(job.block);
    if (typeof result === "string")
      report.check(name, [finding("crash", "the confined attacker ended", result)]);
    else if (job === control) report.check(name, result.findings.length > 0 ? [] : [ineffective]);
    else {
      report.faults += result.attempts;
      tellingExistence += result.tellingExistence;
      report.check(name, result.findings);
    }
  });
  removeEngine(engine);
  report.notes.add(`${tellingExistence} attempts tell whether something outside exists, not what it is`);
  if (isConfined && !hasSandboxSwitch(ownEngine))
    report.notes.add("by the launcher: this build has no mcp --sandbox");
}

/** Without the sandbox the attempts must come through. */
const ineffective = finding("too little", "the attempts do not get anywhere without the sandbox either");
