/** One bit of a history is flipped: at most the record or content that it hits may be lost, and a check must report it. */
import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "../core/finding.js";
import { nothingMissing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { readHistory, runCommand, withToolkit } from "../core/product.js";
import { makeNoise, type Random } from "../core/random.js";
import { Sandbox } from "../core/sandbox.js";
import type { HistoryChange } from "../core/scenario-oracle.js";

const CHANGES = 100;
const PROCESSES = 4;
/** How many flips are also shown to the command line, which takes longer than all the rest. */
const VERIFY_EVERY = 10;

export const flip: Part = {
  name: "flip",
  title: "one flipped bit in the history",
  weight: 3,
  findMissing: nothingMissing,
  run: async (context) => {
    const sandbox = new Sandbox();
    const whole = await fill(sandbox);
    if (isWanted(context, "verify")) context.report.check("verify", verifyWhole(sandbox));
    for (let count = 1; !context.clock.isOver(); count += 1) await flipOnce(sandbox, whole, count, context);
    sandbox.remove();
  },
};

/** A history of some processes, each with a file of its own. */
async function fill(sandbox: Sandbox): Promise<readonly HistoryChange[]> {
  for (let index = 0; index < PROCESSES; index += 1) {
    await withToolkit(sandbox, async (toolkit) => {
      for (let count = 0; count < CHANGES / PROCESSES; count += 1) {
        const path = sandbox.path(`file-${count % 7}.txt`);
        await toolkit.call("Read", { file_path: path });
        const content = `change ${index} ${count}\n${makeNoise(index * 1000 + count, 300)}\n`;
        const { error } = await toolkit.call("Write", { file_path: path, content });
        if (error !== undefined) throw new Error(error.message);
      }
    });
  }
  return list(sandbox);
}

async function list(sandbox: Sandbox, state: string = sandbox.state): Promise<readonly HistoryChange[]> {
  const { base, root } = sandbox;
  const history = await withToolkit({ base, root, state }, (toolkit) => readHistory(toolkit, root));
  if (history === undefined) throw new Error("the history can't be listed");
  return history;
}

function verifyWhole(sandbox: Sandbox): Finding[] {
  const { code, stdout, stderr } = runCommand(sandbox, ["history", "verify"]);
  return code === 0
    ? []
    : [finding("unreported", "`history verify` does not accept a whole history", stdout + stderr)];
}

async function flipOnce(
  sandbox: Sandbox,
  whole: readonly HistoryChange[],
  count: number,
  { report, random, only }: PartContext,
): Promise<void> {
  const state = join(sandbox.base, "flipped");
  rmSync(state, { recursive: true, force: true });
  cpSync(sandbox.state, state, { recursive: true });
  const { path, position } = flipBit(sandbox, state, random);
  report.faults += 1;
  const found: Finding[] = [];
  try {
    found.push(...compare(whole, await list(sandbox, state)));
  } catch (cause) {
    found.push(finding("history", "can't be listed after a flipped bit", String(cause)));
  }
  if (only !== "list" && count % VERIFY_EVERY === 1) found.push(...verifyDamaged(sandbox, state));
  const detail = `byte ${position} of ${path.split("/").at(-1)}`;
  report.check(
    "list",
    found.map((each) => ({ ...each, detail: `${each.detail ?? ""} [${detail}]` })),
  );
}

function flipBit(sandbox: Sandbox, state: string, random: Random): { path: string; position: number } {
  const files = sandbox
    .historyFiles()
    .filter((path) => /\.(log|open)$/.test(path) && statSync(path).size > 0);
  const path = random.pick(files).replace(sandbox.state, state);
  const bytes = readFileSync(path);
  const position = random.below(bytes.length);
  bytes[position] = (bytes[position] as number) ^ (1 << random.below(8));
  writeFileSync(path, bytes);
  return { path, position };
}

/** At most one record may be missing, and at most one content unreadable; what is there must be as it was. */
function compare(whole: readonly HistoryChange[], damaged: readonly HistoryChange[]): Finding[] {
  const byId = new Map(damaged.map((change) => [change.id, change]));
  const found: Finding[] = [];
  const unreadable = new Set<string>();
  let missing = 0;
  for (const { id, before, after, state } of whole) {
    const change = byId.get(id);
    if (change === undefined) missing += 1;
    else {
      if (change.state !== state)
        found.push(finding("history", `a flipped bit makes a change ${change.state}`, id));
      for (const [kept, known] of [
        [change.before, before],
        [change.after, after],
      ] as const) {
        if (kept === "unreadable" && typeof known === "string") unreadable.add(known);
        else if (kept !== known)
          found.push(finding("wrong answer", "a flipped bit gives another content", id));
      }
    }
  }
  if (missing > 1)
    found.push(finding("lost", "more than one record by one flipped bit", `${missing} records`));
  if (unreadable.size > 1)
    found.push(finding("lost", "more than one content by one flipped bit", `${unreadable.size} contents`));
  return found;
}

function verifyDamaged({ base, root }: Sandbox, state: string): Finding[] {
  const found: Finding[] = [];
  const place = { base, root, state };
  const verified = runCommand(place, ["history", "verify"]);
  if (verified.code === 0) found.push(finding("unreported", "`history verify` accepts a damaged history"));
  const doctor = runCommand(place, ["doctor"]);
  if (!/damag|corrupt/i.test(doctor.stdout + doctor.stderr))
    found.push(finding("unreported", "`doctor` does not mention a damaged history"));
  return found;
}
