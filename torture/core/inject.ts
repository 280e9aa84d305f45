/** Runs a scenario with one fault at one of its system calls, and examines what is left. */
import { join } from "node:path";
import { examine } from "./examine.js";
import { type Finding, finding } from "./finding.js";
import { judgeEnd, type PreparedScenario } from "./prepared.js";
import { type Fault, findPoints, injectAt, type Point, threadsOf, traceAll, wasInjected } from "./strace.js";

/** The points of an undisturbed run, and what is wrong even with that one. */
export async function explore(
  prepared: PreparedScenario,
): Promise<{ readonly points: readonly Point[]; readonly findings: readonly Finding[] }> {
  const { sandbox, scenario } = prepared;
  const log = join(sandbox.base, "trace.log");
  const child = prepared.start();
  const isReady = await child.until(() => child.messages.length > 0);
  const threads = isReady ? threadsOf(child.pid) : [];
  const filesBefore = sandbox.historyFiles().length;
  const traced = await traceAll(child.pid, log);
  child.say("go");
  const run = await prepared.finish(child);
  if (traced === undefined) throw new Error(`${scenario.name}: strace could not attach`);
  await traced.ended;
  const points = findPoints(child.pid, threads, log, sandbox.base);
  const findings = [...judgeEnd(run, false)];
  const failed = run.answers.find(({ outcome }) => outcome !== "ok");
  if (failed !== undefined) findings.push(finding("wrong answer", "fails without any fault", failed.message));
  if (scenario.rollsOver === true && sandbox.historyFiles().length <= filesBefore) {
    findings.push(finding("history", "the scenario no longer fills a file of the history"));
  }
  return { points, findings: [...findings, ...(await examine(prepared, run))] };
}

/** `undefined` if the run never came to the point, which happens when the process does a little more or less. */
export async function injectOnce(
  prepared: PreparedScenario,
  point: Point,
  fault: Fault,
): Promise<readonly Finding[] | undefined> {
  const log = join(prepared.sandbox.base, "inject.log");
  const child = prepared.start();
  await child.until(() => child.messages.length > 0);
  const traced = child.hasEnded ? undefined : await injectAt(child.pid, point, fault, log);
  child.say("go");
  const run = await prepared.finish(child);
  await traced?.ended;
  if (traced === undefined) return undefined;
  const isKill = "signal" in fault;
  const hasHappened = isKill
    ? run.ended.signal === "SIGKILL" && !run.isLate
    : wasInjected(log, child.pid, prepared.sandbox.base);
  if (!hasHappened && !run.isLate) return undefined;
  return [...judgeEnd(run, isKill), ...(await examine(prepared, run))];
}
