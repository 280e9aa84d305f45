/** Kills the process before each of its system calls in turn. */
import { located } from "../core/finding.js";
import { explore, injectOnce } from "../core/inject.js";
import { clockFor, inLanes, LANES } from "../core/lanes.js";
import { hasStrace, missing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { PreparedScenario } from "../core/prepared.js";
import type { Scenario } from "../core/scenario.js";
import { scenarios } from "../core/scenarios.js";
import { describePoint, isChanging, type Point } from "../core/strace.js";

export const kill: Part = {
  name: "kill",
  title: "killed before every system call",
  weight: 4,
  findMissing: () => missing(["strace", hasStrace()]),
  run: async (context) => {
    const wanted = scenarios.filter(({ name }) => isWanted(context, name));
    const lanes = Math.min(LANES, wanted.length);
    const share = (context.milliseconds * lanes) / Math.max(1, wanted.length);
    await inLanes(Array.from({ length: lanes }), context.random.shuffle(wanted), context.clock, (scenario) =>
      killEverywhere(scenario, share, context),
    );
  },
};

async function killEverywhere(scenario: Scenario, share: number, context: PartContext): Promise<void> {
  const { report, random } = context;
  const clock = clockFor(share);
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
