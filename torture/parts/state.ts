/** The state directory is removed, moved away or cleaned while a process works. */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inLanes, LANES } from "../core/lanes.js";
import { Ledger } from "../core/ledger.js";
import { nothingMissing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { Remote } from "../core/remote.js";
import { Sandbox } from "../core/sandbox.js";

const disturbances: Readonly<Record<string, (state: string) => void>> = {
  removed: (state) => rmSync(state, { recursive: true }),
  moved: (state) => renameSync(state, `${state}-moved`),
  emptied: (state) => removeAll(state),
  "history-removed": (state) => rmSync(join(state, "history"), { recursive: true, force: true }),
  "history-emptied": (state) => removeAll(join(state, "history")),
  "locks-removed": (state) => rmSync(join(state, "locks"), { recursive: true, force: true }),
  "history-moved": (state) => renameSync(join(state, "history"), `${state}-history`),
};

export const state: Part = {
  name: "state",
  title: "the state directory removed, moved or cleaned under a process",
  weight: 2,
  findMissing: nothingMissing,
  run: async (context) => {
    const names = Object.keys(disturbances).filter((name) => isWanted(context, name));
    await inLanes(Array.from({ length: LANES }), names, context.clock, (name) => disturb(name, context));
  },
};

async function disturb(kind: string, { report }: PartContext): Promise<void> {
  const sandbox = new Sandbox();
  const ledger = new Ledger(sandbox);
  const remote = new Remote(sandbox, { toolkit: { durability: "full" } });
  for (let count = 1; count <= 3; count += 1) await ledger.write(remote, "a.txt", `a ${count}\n`);
  disturbances[kind]?.(sandbox.state);
  report.faults += 1;
  // What was taken away is gone; only what is acknowledged from now on counts.
  if (kind !== "locks-removed") ledger.forget();
  for (let count = 4; count <= 8; count += 1) {
    await ledger.write(remote, "a.txt", `a ${count}\n`);
    await ledger.write(remote, `b-${count}.txt`, `b ${count}\n`);
  }
  if (ledger.acknowledged.length === 0) report.notes.add(`${kind}: every later change is refused`);
  const seen = await ledger.check(`${kind}, while the process runs`);
  await remote.close();
  report.check(kind, seen.length > 0 ? seen : await ledger.checkListed(`${kind}, after it ended`));
  sandbox.remove();
}

function removeAll(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}
