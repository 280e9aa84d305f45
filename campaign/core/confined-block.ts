/**
 * A block of attempts against a server whose checks allow everything, inside a sandbox or, to show that the attempts get
 * somewhere, without one. Looks only at what lies outside the root.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../torture/core/finding.js";
import { randomFor } from "./block.js";
import { type Engine, ownEngine, programOf } from "./engine.js";
import { type Entry, openEntry } from "./entries.js";
import { generateCall, placeCall } from "./grammar.js";
import { type Canaries, compareSnapshots, findTold, type Snapshot } from "./oracle.js";
import { OUTSIDE_CONTENT, UNSPELLED_NAME } from "./tree.js";
import { World } from "./world.js";

export interface ConfinedJob {
  readonly engine: Engine;
  readonly seed: number;
  readonly block: number;
  readonly size: number;
  readonly isConfined: boolean;
}

export interface ConfinedResult {
  readonly attempts: number;
  readonly findings: readonly Finding[];
  /** Attempts that were answered otherwise when the secret files were absent. */
  readonly tellingExistence: number;
}

const outsideCanaries: Canaries = { contents: [OUTSIDE_CONTENT], names: [UNSPELLED_NAME] };

/** The server's own switch. */
export function hasSandboxSwitch(engine: Engine): boolean {
  const { stdout } = spawnSync(process.execPath, [programOf(engine), "mcp", "--help"], { encoding: "utf8" });
  return /^\s+--sandbox\b(?!-)/m.test(stdout);
}

export function findLauncher(engine: Engine): string | undefined {
  const path = join(engine, `native/sandbox-launcher-linux-${process.arch}`);
  return existsSync(path) ? path : undefined;
}

export async function runConfinedBlock(job: ConfinedJob): Promise<ConfinedResult> {
  const { seed, block, size } = job;
  const random = randomFor(seed, "confined", block);
  const worlds = [new World("present"), new World("absent")] as const;
  const entries = await Promise.all(worlds.map((world) => openServer(world, job)));
  const findings: Finding[] = [];
  let tellingExistence = 0;
  for (let number = 1; number <= size; number += 1) {
    const call = generateCall(random, { past: 0, hasMethods: true });
    const answers: string[] = [];
    for (const [index, world] of worlds.entries()) {
      const placed = placeCall(call, world.base, []);
      const answer = (await entries[index]?.call(placed)) ?? "";
      if (index === 0) {
        const found = findTold(placed, answer, outsideCanaries);
        findings.push(
          ...found.map((each) => ({ ...each, detail: `attempt ${number}: ${each.detail ?? ""}` })),
        );
      }
      answers.push(world.normalise(answer));
      if (/Edit|Write/.test(call.tool)) world.tidy();
    }
    if (answers[0] !== answers[1]) tellingExistence += 1;
  }
  for (const entry of entries) await entry.close();
  for (const world of worlds) {
    findings.push(...compareSnapshots(outsideOf(world.before), outsideOf(world.snapshot())));
    world.remove();
  }
  return { attempts: size, findings, tellingExistence };
}

function outsideOf(snapshot: Snapshot): Snapshot {
  return Object.fromEntries(Object.entries(snapshot).filter(([name]) => !name.startsWith("in/")));
}

function openServer(world: World, { engine, isConfined }: ConfinedJob): Promise<Entry> {
  const options = { engine, mode: "bypassPermissions" } as const;
  if (!isConfined) return openEntry.stdio(world, options);
  if (hasSandboxSwitch(engine)) return openEntry.stdio(world, { ...options, words: ["--sandbox"] });
  return openEntry.stdio(world, { ...options, through: launch(engine, world) });
}

/** The launcher with a policy for the whole server: it reads the program and the root, and writes root and state. */
function launch(engine: Engine, { root, state, settings }: World): string[] {
  const system = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/etc", "/opt", "/proc"];
  const program = [engine, realpathSync(join(ownEngine, "node_modules")), process.execPath];
  return [
    findLauncher(engine) ?? "",
    ...[...system, ...program, settings].flatMap((path) => ["read", path]),
    ...[root, state].flatMap((path) => ["write", path]),
    "device",
    "/dev/null",
    "network",
    "none",
    "--",
  ];
}
