/**
 * A block of attempts in worlds of its own: each call is made with the secret files present and absent, and what comes back
 * must be the same and hold nothing of them. The same seed makes the same calls.
 */
import { createHash } from "node:crypto";
import type { PermissionMode } from "filewright";
import { type Finding, finding } from "../../torture/core/finding.js";
import { Random } from "../../torture/core/random.js";
import { type Engine } from "./engine.js";
import { type Entry, type EntryName, openEntry } from "./entries.js";
import { generateCall, placeCall } from "./grammar.js";
import { isHistoryCall, makePast } from "./history-calls.js";
import { type Call, compareAnswers, compareSnapshots, findSpilled, findTold } from "./oracle.js";
import { canaries } from "./tree.js";
import { World, type WorldKind } from "./world.js";

export interface BlockJob {
  readonly engine: Engine;
  readonly entry: EntryName;
  readonly seed: number;
  readonly block: number;
  readonly size: number;
  /** Looks at the disk after each attempt, not only at the end. */
  readonly isExact: boolean;
}

export interface BlockResult {
  readonly attempts: number;
  readonly findings: readonly Finding[];
  readonly tools: Readonly<Record<string, number>>;
}

interface Side {
  readonly world: World;
  readonly entry: Entry;
  readonly past: readonly string[];
}

export function randomFor(...words: readonly (string | number)[]): Random {
  return new Random(createHash("sha256").update(words.join("/")).digest().readUInt32LE());
}

const modes: readonly PermissionMode[] = [
  "acceptEdits",
  "acceptEdits",
  "acceptEdits",
  "default",
  "plan",
  "dontAsk",
];

export async function runBlock(job: BlockJob): Promise<BlockResult> {
  const { engine, entry, seed, block, size } = job;
  const random = randomFor(seed, entry, block);
  const mode = random.pick(modes);
  // Hard links to secret files have no counterpart without those files.
  const kinds: readonly WorldKind[] = random.below(5) === 0 ? ["linked"] : ["present", "absent"];
  const hasPast = (entry === "library" || entry === "cli") && random.below(4) === 0;
  const sides = await Promise.all(kinds.map((kind) => openSide(kind, hasPast, { engine, mode, entry })));
  const findings: Finding[] = [];
  const tools: Record<string, number> = {};
  const hasMethods = entry === "stdio" || entry === "http";
  let attempts = 0;
  for (; attempts < size; ) {
    const call = generateCall(random, { past: sides[0]?.past.length ?? 0, hasMethods });
    attempts += 1;
    tools[call.tool] = (tools[call.tool] ?? 0) + 1;
    const found = await attempt(call, sides);
    if (job.isExact)
      for (const { world } of sides) found.push(...compareSnapshots(world.before, world.snapshot()));
    findings.push(...found.map((each) => describe(each, job, attempts, mode, call)));
    // From here on the worlds may differ.
    if (found.length > 0) break;
  }
  for (const { entry: opened } of sides) {
    await opened.close();
    const log = { tool: `${entry}: the log`, input: {} };
    findings.push(...findTold(log, opened.log?.() ?? "", { ...canaries, names: [] }));
  }
  for (const { world } of sides) {
    const found = [
      ...(job.isExact ? [] : compareSnapshots(world.before, world.snapshot())),
      ...findSpilled(world.writable(hasPast ? ["in"] : ["in", "state"]), canaries),
    ];
    findings.push(...found.map((each) => ({ ...each, what: `${entry}: ${each.what}` })));
    world.remove();
  }
  return { attempts, findings, tools };
}

async function openSide(
  kind: WorldKind,
  hasPast: boolean,
  { engine, mode, entry }: { engine: Engine; mode: PermissionMode; entry: EntryName },
): Promise<Side> {
  const world = new World(kind);
  const past = hasPast ? await makePast(engine, world, kind !== "absent") : [];
  world.tidy();
  world.remember();
  return { world, past, entry: await openEntry[entry](world, { engine, mode }) };
}

async function attempt(call: Call, sides: readonly Side[]): Promise<Finding[]> {
  const found: Finding[] = [];
  const answers: string[] = [];
  for (const { world, entry, past } of sides) {
    const placed = placeCall(call, world.base, past);
    const answer = await entry.call(placed);
    const names = world.hasMadeNames && isHistoryCall(call.tool) ? [] : canaries.names;
    if (answers.length === 0) found.push(...findTold(placed, answer, { ...canaries, names }));
    answers.push(past.reduce((text, id) => text.replaceAll(id, "<change>"), world.normalise(answer)));
    if (isHistoryCall(call.tool) || /Edit|Write/.test(call.tool)) world.tidy();
  }
  const [present, absent] = answers;
  // Which file a descriptor stands for differs from process to process.
  const isStable = !/\/proc\/self\/(?:fd|task)\//.test(JSON.stringify(call.input));
  if (isStable && present !== undefined && absent !== undefined)
    found.push(...compareAnswers(call, present, absent));
  return found;
}

function describe(
  found: Finding,
  { entry }: BlockJob,
  number: number,
  mode: PermissionMode,
  call: Call,
): Finding {
  const input = JSON.stringify(call.input);
  const shown = input.length > 300 ? `${input.slice(0, 150)}…${input.slice(-150)}` : input;
  const detail = `attempt ${number}, mode ${mode}, ${call.tool} ${shown}: ${found.detail ?? ""}`;
  return finding(found.kind, `${entry}: ${found.what}`, detail);
}
