/** Histories that fill up: what a checkpoint, a running restore or an unfinished change needs must stay. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readVersion, type Version, versionOf } from "../core/content.js";
import { type Finding, finding } from "../core/finding.js";
import { explore } from "../core/inject.js";
import { inLanes, LANES } from "../core/lanes.js";
import { hasStrace, nothingMissing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { PreparedScenario } from "../core/prepared.js";
import { makeNoise, Random } from "../core/random.js";
import { Remote } from "../core/remote.js";
import { Sandbox } from "../core/sandbox.js";
import { scenarios } from "../core/scenarios.js";
import { injectAt, isChanging } from "../core/strace.js";

const KIBIBYTE = 1024;
/** More than an edit in place and a write in place have calls that change the file. */
const TORN_CASES = 8;
const limits = [256, 512, 1024, 2048];

export const prune: Part = {
  name: "prune",
  title: "histories over their limit",
  weight: 3,
  findMissing: nothingMissing,
  run: async (context) => {
    await inLanes(Array.from({ length: LANES }), cases(context), context.clock, async ([name, seed]) => {
      const kind = name.split("/")[0];
      if (kind === "torn") await pruneBesideTorn(name, seed, context);
      else await rewindOverLimit(name, seed, context);
    });
  },
};

function* cases(context: PartContext): Generator<[string, number]> {
  const canTear = hasStrace();
  if (!canTear) context.report.notes.add("without strace, no unfinished change is left behind");
  for (let seed = 1; ; seed += 1) {
    const names = [
      `rewind/${seed}`,
      `rewind-elsewhere/${seed}`,
      ...(canTear && seed <= TORN_CASES ? [`torn/${seed}`] : []),
    ];
    for (const name of names) if (isWanted(context, name)) yield [name, seed];
    if (seed > 10_000) return;
  }
}

/** Changes past the limit since a checkpoint, then a rewind to it: promised by a dry run, then done. */
async function rewindOverLimit(name: string, seed: number, { report }: PartContext): Promise<void> {
  const random = new Random(seed);
  const sandbox = new Sandbox();
  const maxBytes = random.pick(limits) * KIBIBYTE;
  const bytes = (8 + random.below(60)) * KIBIBYTE;
  const paths = Array.from({ length: 5 + random.below(8) }, (_, index) => `file-${index}.txt`);
  const start: Record<string, Version> = {};
  for (const [index, path] of paths.entries()) {
    const content = makeNoise(seed * 100 + index, bytes);
    writeFileSync(sandbox.path(path), content);
    start[path] = versionOf(content);
  }
  const worker = new Remote(sandbox, { toolkit: { history: { maxBytes } } });
  const checkpoint = await worker.do({ do: "checkpoint" });
  for (let round = 1; round <= 2; round += 1) {
    for (const [index, path] of paths.entries()) {
      const content = makeNoise(seed * 100 + round * 1000 + index, bytes);
      await worker.do({ do: "write", path, content });
    }
  }
  const isElsewhere = name.startsWith("rewind-elsewhere");
  if (isElsewhere) await worker.close();
  const rewinder = isElsewhere ? new Remote(sandbox, { toolkit: { history: { maxBytes } } }) : worker;
  const step = { do: "take-back", kind: "rewind", id: checkpoint.id ?? "" } as const;
  const promised = await rewinder.do({ ...step, dryRun: true });
  const done = await rewinder.do(step);
  await rewinder.close();
  report.faults += 1;
  const found: Finding[] = [];
  const detail = `${paths.length} files of ${bytes} bytes, limit ${maxBytes}: ${done.message ?? promised.message ?? ""}`;
  if (promised.outcome !== "ok")
    found.push(finding("lost", "a checkpoint can't be rewound to past the limit", detail));
  if (JSON.stringify(promised.outcomes) !== JSON.stringify(done.outcomes))
    found.push(finding("wrong answer", "a dry run of a rewind promises something else than is done", detail));
  if (done.isDone === true && (done.refusedFiles?.length ?? 0) > 0)
    found.push(finding("wrong answer", "isDone with a refused file", detail));
  const wrong = paths.filter((path) => readVersion(sandbox.path(path)) !== start[path]);
  if (wrong.length > 0 && promised.outcome === "ok")
    found.push(finding("lost", "what a checkpoint needs is pruned", `${wrong.length} of ${detail}`));
  if (wrong.length > 0 && wrong.length < paths.length && done.isDone !== true)
    found.push(finding("wrong answer", "a rewind that is not done has changed files", detail));
  report.check(name, found);
  sandbox.remove();
}

/** A process dies while it writes in place; before anybody recovers, a living one fills the history past its limit. */
async function pruneBesideTorn(name: string, seed: number, { report }: PartContext): Promise<void> {
  const scenario = scenarios.find((each) => each.name === "in-place");
  if (scenario === undefined) return;
  const prepared = new PreparedScenario(scenario);
  await prepared.prepare();
  const { sandbox } = prepared;
  const { points } = await explore(prepared);
  const point = points.filter((each) => isChanging(each) && each.line.includes("/root/linked.txt"))[seed - 1];
  if (point === undefined) return sandbox.remove();
  const child = prepared.start();
  await child.until(() => child.messages.length > 0);
  const living = new Remote(sandbox, { toolkit: { history: { maxBytes: 256 * KIBIBYTE } } });
  await living.do({ do: "write", path: "living.txt", content: "living\n" });
  const traced = await injectAt(child.pid, point, { signal: "KILL" }, join(sandbox.base, "inject.log"));
  child.say("go");
  await prepared.finish(child);
  await traced?.ended;
  report.faults += 1;
  const found: Finding[] = [];
  for (let count = 1; count <= 30; count += 1) {
    const content = makeNoise(count, 40 * KIBIBYTE);
    const { outcome, message } = await living.do({ do: "write", path: `filler-${count}.txt`, content });
    if (outcome !== "ok") found.push(finding("wrong answer", "a change past the limit is refused", message));
  }
  await living.close();
  const next = new Remote(sandbox);
  await next.do({ do: "write", path: "next.txt", content: "next\n" });
  await next.close();
  const present = readVersion(sandbox.path("linked.txt"));
  const isVersion = prepared.effects.some(
    ({ before, after }) => before["linked.txt"] === present || after["linked.txt"] === present,
  );
  if (!isVersion)
    found.push(finding("mixture", "what an unfinished change needs is pruned", `linked.txt is ${present}`));
  report.check(name, found);
  sandbox.remove();
}
