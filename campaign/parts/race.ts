/** Names are exchanged and folders mounted by another process while the product reads and writes them. */
import { Child } from "../../torture/core/child.js";
import { type Finding, finding } from "../../torture/core/finding.js";
import { inLanes, LANES } from "../../torture/core/lanes.js";
import { missing, runs } from "../../torture/core/machine.js";
import { isWanted, type Part, type PartContext } from "../../torture/core/part.js";
import type { RacerJob } from "../actors/racer.js";
import type { SwapperJob } from "../actors/swapper.js";
import { campaignActor } from "../core/actors.js";
import { type Engine, ownEngine } from "../core/engine.js";
import { compareSnapshots } from "../core/oracle.js";
import { type SwapKind, type SwapTarget, SwapWorld, swapKinds, swapTargets } from "../core/swap-world.js";

/** Of a usual run, for each kind of swap and each kind of secret. */
const CALLS = 11_000;
const CALLS_IN_ROUND = 2750;
const ROUND_MS = 10 * 60_000;
const NO_LIMIT = { isOver: () => false };

interface Swaps {
  readonly swaps: number;
}
interface Raced {
  readonly calls: number;
  readonly succeeded: number;
  readonly changes: number;
  readonly findings: readonly Finding[];
}

export const race: Part = {
  name: "race",
  title: "hard links, links, folders and mounts swapped meanwhile",
  weight: 90,
  findMissing: () => missing(["Linux", process.platform === "linux"], ["koffi", hasKoffi()]),
  run: (context) => runRaces(context, ownEngine),
};

function hasKoffi(): boolean {
  return runs(process.execPath, "-e", `require("@koromix/koffi-linux-${process.arch}")`);
}

/** Both processes in a mount namespace of their own, so nothing is mounted in that of the machine. */
const apart = ["unshare", "--user", "--map-root-user", "--mount", "--propagation", "private"];

export async function runRaces(context: PartContext, engine: Engine): Promise<void> {
  const { report, scale } = context;
  const canMount = runs(apart[0] ?? "", ...apart.slice(1), "mount", "--bind", "/usr", "/mnt");
  if (!canMount) report.notes.add("mounts are not swapped: unshare is missing or not permitted here");
  const rounds = Math.max(1, Math.round((CALLS * scale) / CALLS_IN_ROUND));
  const cases: { name: string; kind: SwapKind; target: SwapTarget }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of swapKinds.filter((each) => canMount || each !== "mount")) {
      for (const target of swapTargets) cases.push({ name: `${kind}/${target}/${round}`, kind, target });
    }
  }
  const counts = { swaps: 0, succeeded: 0, changes: 0 };
  const wanted = cases.filter(({ name }) => isWanted(context, name));
  await inLanes(Array.from({ length: LANES }), wanted, NO_LIMIT, async ({ name, kind, target }) => {
    const made = await runRound(name, kind, target, context, engine);
    counts.swaps += made.swaps;
    counts.succeeded += made.succeeded;
    counts.changes += made.changes;
    report.faults += made.calls;
    report.check(name, made.findings);
  });
  report.notes.add(
    `${counts.swaps} swaps; ${counts.succeeded} calls succeeded, ${counts.changes} of them changes`,
  );
}

async function runRound(
  name: string,
  kind: SwapKind,
  target: SwapTarget,
  { seed }: PartContext,
  engine: Engine,
): Promise<Raced & Swaps> {
  const world = new SwapWorld(kind, target);
  const { base, deny } = world;
  const swapping: SwapperJob = { base, kind, seed };
  const racing: RacerJob = { engine, base, deny, calls: CALLS_IN_ROUND, seed, round: name };
  const pair = { swapper: campaignActor("swapper", swapping), racer: campaignActor("racer", racing) };
  const child = new Child<Swaps | Raced>(campaignActor("race-pair", pair), {
    timeoutMs: ROUND_MS,
    ...(kind === "mount" ? { through: apart } : {}),
  });
  await child.ended;
  const raced = child.messages.find((message): message is Raced => "calls" in message);
  const swaps = child.messages.reduce(
    (most, each) => ("swaps" in each ? Math.max(most, each.swaps) : most),
    0,
  );
  const findings = [...(raced?.findings ?? []), ...compareSnapshots(world.before, world.snapshot())];
  if (raced === undefined)
    findings.push(finding("crash", "a process of the race failed", child.stderr.slice(-400)));
  else if (swaps < 100)
    findings.push(finding("too little", "hardly anything was swapped", child.stderr.slice(-300)));
  world.remove();
  const described = findings.map((each) => ({ ...each, what: `${kind} to ${target}: ${each.what}` }));
  return {
    calls: raced?.calls ?? 0,
    succeeded: raced?.succeeded ?? 0,
    changes: raced?.changes ?? 0,
    swaps,
    findings: described,
  };
}
