/** Two processes that work off jobs, a line for each job and for each result. */
import { Child } from "../../torture/core/child.js";
import { inLanes, LANES } from "../../torture/core/lanes.js";
import { campaignActor } from "./actors.js";

const NO_LIMIT = { isOver: () => false };
const ACTOR_MS = 30 * 60_000;

/** `Work` is what the actor does with a job. Calls `onResult` with each job's result, or with the error output of a process that has ended instead. */
export async function workOff<Work extends (job: never) => Promise<object>>(
  actor: string,
  jobs: readonly Parameters<Work>[0][],
  onResult: (job: Parameters<Work>[0], result: Awaited<ReturnType<Work>> | string) => void,
): Promise<void> {
  type Result = Awaited<ReturnType<Work>>;
  const start = (): Child<Result> => new Child<Result>(campaignActor(actor, {}), { timeoutMs: ACTOR_MS });
  const lanes = Array.from({ length: Math.min(LANES, jobs.length) }, () => ({ child: start() }));
  await inLanes(lanes, jobs, NO_LIMIT, async (job, lane) => {
    if (lane.child.hasEnded) lane.child = start();
    const { child } = lane;
    const before = child.messages.length;
    child.say(JSON.stringify(job));
    await child.until(() => child.messages.length > before);
    onResult(job, child.messages[before] ?? child.stderr.slice(-400));
  });
  for (const { child } of lanes) child.kill();
}
