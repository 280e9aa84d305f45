/** How long calls take with the secret files present and absent. Fails only if the two are apart three times over. */
import { finding } from "../../torture/core/finding.js";
import { nothingMissing } from "../../torture/core/machine.js";
import { isWanted, type Part, type PartContext } from "../../torture/core/part.js";
import { type Engine, ownEngine } from "../core/engine.js";
import { openEntry } from "../core/entries.js";
import { placeCall } from "../core/grammar.js";
import type { Call } from "../core/oracle.js";
import { BASE } from "../core/spellings.js";
import { type Comparison, compareTimings, isGross } from "../core/timing.js";
import { DENIED_NAME, OUTSIDE_NAME } from "../core/tree.js";
import { World } from "../core/world.js";

const REPEATS = 40;
const ROUNDS = 3;

const targets = {
  "a denied file": `${BASE}/in/vault-${DENIED_NAME}/a.txt`,
  "a link to a denied file": `${BASE}/in/alias.txt`,
  "a denied folder": `${BASE}/in/vault-${DENIED_NAME}`,
  "an outside file": `${BASE}/outside/${OUTSIDE_NAME}.txt`,
  "a link to an outside file": `${BASE}/in/out.txt`,
};

const calls: readonly ((path: string) => Call)[] = [
  (file_path) => ({ tool: "Read", input: { file_path } }),
  (file_path) => ({ tool: "Write", input: { file_path, content: "x" } }),
  (file_path) => ({ tool: "Edit", input: { file_path, old_string: "needle", new_string: "x" } }),
  (path) => ({ tool: "NotebookEdit", input: { notebook_path: path, cell_id: "cell", new_source: "1" } }),
  (path) => ({ tool: "Glob", input: { pattern: "*", path } }),
  (path) => ({ tool: "Grep", input: { pattern: "needle", path, output_mode: "content" } }),
];

export const timing: Part = {
  name: "timing",
  title: "how long refusals take",
  weight: 15,
  findMissing: nothingMissing,
  run: (context) => measureAll(context, ownEngine),
};

export async function measureAll(context: PartContext, engine: Engine): Promise<void> {
  const { report } = context;
  const worlds = [new World("present"), new World("absent")] as const;
  const options = { engine, mode: "acceptEdits" } as const;
  const entries = await Promise.all(worlds.map((world) => openEntry.library(world, options)));
  const time = async (side: number, call: Call): Promise<number> => {
    const placed = placeCall(call, worlds[side]?.base ?? "", []);
    const begunAt = performance.now();
    await entries[side]?.call(placed);
    return performance.now() - begunAt;
  };
  let widest = { name: "", above: 0.5, present: 0, absent: 0 };
  for (const [target, path] of Object.entries(targets)) {
    for (const make of calls) {
      const call = make(path);
      const name = `${call.tool} of ${target}`;
      if (!isWanted(context, name)) continue;
      const comparisons: Comparison[] = [];
      do {
        const compared = await measure(call, time);
        report.faults += 2 * REPEATS;
        comparisons.push(compared);
        if (Math.abs(compared.above - 0.5) > Math.abs(widest.above - 0.5)) widest = { name, ...compared };
      } while (comparisons.length < ROUNDS && comparisons.every(isGross));
      const isTold = comparisons.every(isGross);
      const shown = comparisons.map(
        ({ present, absent }) => `${present.toFixed(2)} ms ⇔ ${absent.toFixed(2)} ms`,
      );
      report.check(
        name,
        isTold ? [finding("leak", `the time of ${name} tells whether it exists`, shown.join(", "))] : [],
      );
    }
  }
  for (const entry of entries) await entry.close();
  for (const world of worlds) world.remove();
  const { name, above, present, absent } = widest;
  report.notes.add(
    `widest apart: ${name}, ${present.toFixed(2)} ms present and ${absent.toFixed(2)} ms absent, longer in ${Math.round(above * 100)} % of comparisons`,
  );
}

/** Both sides in turns, so that what else the machine does falls on both. */
async function measure(call: Call, time: (side: number, call: Call) => Promise<number>): Promise<Comparison> {
  const series: [number[], number[]] = [[], []];
  for (const side of [0, 1] as const) await time(side, call);
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const side of repeat % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      series[side].push(await time(side, call));
  }
  return compareTimings(...series);
}
