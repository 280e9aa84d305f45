/**
 * Files that were read and changed, are then denied or to be asked about, and are changed by another program: whatever a
 * session still knows of them must not be told any more.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Toolkit } from "filewright";
import { type Finding, finding } from "../../torture/core/finding.js";
import type { Random } from "../../torture/core/random.js";
import { randomFor } from "./block.js";
import { type Engine, loadLibrary } from "./engine.js";
import { render } from "./entries.js";
import { callHistory, historyCalls, isHistoryCall } from "./history-calls.js";
import { type Call, findTold } from "./oracle.js";
import { notebook } from "./tree.js";
import { World } from "./world.js";

export interface SinceJob {
  readonly engine: Engine;
  readonly seed: number;
  readonly block: number;
  readonly size: number;
}

export interface SinceResult {
  readonly attempts: number;
  readonly findings: readonly Finding[];
}

/** Shown while it was allowed, and written by another program after. */
const SHOWN = "bilby3e8a7";
const WRITTEN = "kiwi90d2b6";
const LINES = 3000;
/** Calls that only read may go by settings that were looked at 100 ms ago. */
const SETTINGS_MS = 200;
const small = (content: string): string => `needle ${content}\nsecond line\n`;

export async function runSinceBlock({ engine, seed, block, size }: SinceJob): Promise<SinceResult> {
  const random = randomFor(seed, "since", block);
  const world = new World("absent");
  const later = join(world.root, "later");
  const write = (content: string): void => {
    mkdirSync(later, { recursive: true });
    writeFileSync(join(later, "small.txt"), small(content));
    writeFileSync(join(later, "big.txt"), `needle ${content} in a long line of text\n`.repeat(LINES));
    writeFileSync(join(later, "cells.ipynb"), notebook(`needle = "${content}"`));
  };
  write(SHOWN);
  writeFileSync(world.settings, JSON.stringify({ permissions: {} }));
  let toolkit = await open(engine, world);
  const saved: string[] = [];
  toolkit.workspace.events.on("result-saved", ({ path }) => saved.push(path));
  const ids = await useOpenly(toolkit, later);
  if (ids.length < 2 || saved.length === 0) throw new Error("nothing was changed or saved beforehand");
  const isDenied = random.below(2) === 0;
  const list = isDenied ? "deny" : "ask";
  writeFileSync(
    world.settings,
    JSON.stringify({ permissions: { [list]: ["Read(later/**)", "Read(later/)"] } }),
  );
  if (random.below(2) === 0) write(WRITTEN);
  if (random.below(3) === 0) toolkit = await resume(engine, world, toolkit, saved);
  await new Promise((resolve) => setTimeout(resolve, SETTINGS_MS));
  // Who has to be asked about a file has been shown what it held before.
  const contents = isDenied ? [SHOWN, WRITTEN] : [WRITTEN];
  const findings: Finding[] = [];
  for (let number = 1; number <= size; number += 1) {
    const call = generate(random, { later, saved, ids, state: world.state });
    const result = isHistoryCall(call.tool)
      ? isDenied && (await callHistory(toolkit, call.tool, call.input))
      : await toolkit.call(call.tool, call.input);
    const shown = JSON.stringify(call.input).replaceAll(world.base, "<base>");
    for (const each of findTold(call, render(result), { contents, names: [] })) {
      const what = `${list}: ${each.what} of a file that was allowed before`;
      findings.push(
        finding(each.kind, what, `attempt ${number}, ${call.tool} ${shown}: ${each.detail ?? ""}`),
      );
    }
  }
  await toolkit.close();
  world.remove();
  return { attempts: size, findings };
}

async function open(engine: Engine, world: World, options: object = {}): Promise<Toolkit> {
  const { createToolkit } = await loadLibrary(engine);
  return createToolkit({
    roots: [world.root],
    workingDirectory: world.root,
    stateDirectory: world.state,
    environment: { HOME: world.home },
    permissions: { mode: "acceptEdits", settingsFile: world.settings },
    durability: "none",
    lsp: false,
    ...options,
  });
}

/** Ids of changes made. */
async function useOpenly(toolkit: Toolkit, later: string): Promise<string[]> {
  const file_path = join(later, "small.txt");
  const notebook_path = join(later, "cells.ipynb");
  await toolkit.call("Read", { file_path });
  await toolkit.call("Read", { file_path: join(later, "big.txt"), limit: 50 });
  await toolkit.call("Read", { file_path: notebook_path });
  await toolkit.call("Grep", { pattern: "needle", path: later, output_mode: "content", head_limit: 0 });
  const edit = { file_path, old_string: "second line", new_string: "another line" };
  const cell = { notebook_path, cell_id: "cell", new_source: `needle = "${SHOWN}" + ""` };
  const made = [await toolkit.call("Edit", edit), await toolkit.call("NotebookEdit", cell)];
  return made.flatMap(({ output }) => output?.change ?? []);
}

/** The same conversation in another process. */
async function resume(
  engine: Engine,
  world: World,
  before: Toolkit,
  saved: readonly string[],
): Promise<Toolkit> {
  const ledger = before.session.export();
  const resumes = { id: before.session.id, calls: 20, savedResults: saved };
  await before.close();
  const toolkit = await open(engine, world, { resumes });
  await toolkit.session.import(ledger);
  return toolkit;
}

interface Known {
  readonly later: string;
  readonly saved: readonly string[];
  readonly ids: readonly string[];
  readonly state: string;
}

function generate(random: Random, { later, saved, ids, state }: Known): Call {
  const files = ["small.txt", "big.txt", "cells.ipynb", "../later/small.txt"].map(
    (name) => `${later}/${name}`,
  );
  const path = random.pick([...files, later, join(later, ".."), ...saved, ...saved, join(state, "results")]);
  switch (random.pick(["Read", "Read", "Edit", "Write", "NotebookEdit", "Grep", "Glob", "history"])) {
    case "Read":
      return {
        tool: "Read",
        input: {
          file_path: path,
          ...(random.below(2) === 0 ? { offset: 1 + random.below(40), limit: 5 } : {}),
        },
      };
    case "Edit": {
      const old_string = random.pick(["needle", "another line", "second line"]);
      return { tool: "Edit", input: { file_path: path, old_string, new_string: "x" } };
    }
    case "Write":
      return { tool: "Write", input: { file_path: path, content: "x\n" } };
    case "NotebookEdit":
      return { tool: "NotebookEdit", input: { notebook_path: path, cell_id: "cell", new_source: "2" } };
    case "Grep":
      return { tool: "Grep", input: { pattern: random.pick(["needle", "."]), path, output_mode: "content" } };
    case "Glob":
      return { tool: "Glob", input: { pattern: "**", path } };
    default:
      return {
        tool: random.pick(historyCalls),
        input: { change: random.pick(ids), side: "after", dryRun: true },
      };
  }
}
