/** Kills the process before each of its system calls in turn. */
import { located } from "../core/finding.js";
import { inScenarios } from "../core/in-scenarios.js";
import { explore, injectOnce } from "../core/inject.js";
import type { Clock } from "../core/lanes.js";
import { hasStrace, missing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { PreparedScenario } from "../core/prepared.js";
import type { Scenario } from "../core/scenario.js";
import { describePoint, isChanging, type Point } from "../core/strace.js";

export const kill: Part = {
  name: "kill",
  title: "killed before every system call",
  weight: 6,
  findMissing: () => missing(["strace", hasStrace()]),
  run: async (context) => {
    await inScenarios(context, killEverywhere);
  },
};

async function killEverywhere(scenario: Scenario, clock: Clock, context: PartContext): Promise<void> {
  const { report, random } = context;
  const prepared = new PreparedScenario(scenario);
  await prepared.prepare();
  const { points, findings } = await explore(prepared);
  report.check(scenario.name, findings);
  const chosen = choosePoints(points).filter((point) => isWanted(context, nameOf(scenario, point)));
  const ordered = random.shuffle(chosen);
  for (const point of ordered) {
    if (clock.isOver()) break;
    const found = await injectOnce(prepared, point, { signal: "KILL" });
    if (found === undefined) continue;
    report.faults += 1;
    report.check(
      nameOf(scenario, point),
      located(found, `killed before ${describePoint(point)}`, point.line),
    );
  }
  prepared.sandbox.remove();
}

/** Before a call that only reads, the disk is as before the next call that changes something. */
function choosePoints(points: readonly Point[]): Point[] {
  return points.filter((point) => isChanging(point) || point.call === "openat" || point.call === "close");
}

function nameOf({ name }: Scenario, { thread, call, number }: Point): string {
  return `${name}/${thread}/${call}/${number}`;
}
