/** Shares the time of a part among the scenarios. */
import { type Clock, clockFor, inLanes, LANES } from "./lanes.js";
import { isWanted, type PartContext } from "./part.js";
import type { Scenario } from "./scenario.js";
import { scenarios } from "./scenarios.js";

/** Less than this is hardly worth preparing a scenario for; then only some of them, chosen by the seed, are run. */
const LEAST_MS = 3000;

export async function inScenarios(
  context: PartContext,
  work: (scenario: Scenario, clock: Clock, context: PartContext) => Promise<void>,
): Promise<void> {
  const { milliseconds, random, clock } = context;
  const wanted = random.shuffle(scenarios.filter(({ name }) => isWanted(context, name)));
  const count = Math.min(wanted.length, Math.max(LANES, Math.floor((milliseconds * LANES) / LEAST_MS)));
  const lanes = Array.from({ length: Math.min(LANES, count) });
  const share = (milliseconds * lanes.length) / Math.max(1, count);
  await inLanes(lanes, wanted.slice(0, count), clock, (scenario) => work(scenario, clockFor(share), context));
}
