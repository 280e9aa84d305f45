/** Processes whose clocks are weeks ahead or behind: order, undo and retention must not depend on them. */
import { readFileSync } from "node:fs";
import { finding } from "../core/finding.js";
import { inLanes, LANES } from "../core/lanes.js";
import { Ledger } from "../core/ledger.js";
import { hasFaketime, missing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { runCommand } from "../core/product.js";
import { Remote } from "../core/remote.js";
import { Sandbox } from "../core/sandbox.js";

/** The clocks of the processes, one after another. */
const journeys: Readonly<Record<string, readonly string[]>> = {
  ahead: ["+0", "+40d", "+0"],
  behind: ["+0", "-40d", "+0"],
  "ahead-first": ["+40d", "+0", "+0"],
  "ahead-and-behind": ["+0", "+40d", "-40d", "+0"],
  "an-hour": ["+0", "+90m", "+0", "-90m"],
};

export const clock: Part = {
  name: "clock",
  title: "clocks 40 days ahead and behind",
  weight: 2,
  findMissing: () => missing(["faketime", hasFaketime()]),
  run: async (context) => {
    const names = Object.keys(journeys).filter((name) => isWanted(context, name));
    await inLanes(Array.from({ length: LANES }), names, context.clock, (name) => travel(name, context));
  },
};

export function withClock(shift: string): readonly string[] {
  return shift === "+0" ? [] : ["faketime", "-f", shift];
}

async function travel(name: string, { report }: PartContext): Promise<void> {
  const sandbox = new Sandbox();
  const ledger = new Ledger(sandbox);
  let count = 0;
  for (const shift of journeys[name] ?? []) {
    const environment = { FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    const remote = new Remote(sandbox, { through: withClock(shift), environment });
    for (let round = 1; round <= 3; round += 1) {
      count += 1;
      await ledger.write(remote, "a.txt", `a ${count}\n`);
    }
    await remote.close();
    if (shift !== "+0") report.faults += 1;
  }
  const undone = runCommand(sandbox, ["undo", "--yes"]);
  const isNewest = readFileSync(sandbox.path("a.txt"), "utf8") === `a ${count - 1}\n`;
  const found = isNewest
    ? []
    : [
        finding(
          "wrong answer",
          `${name}: undo takes back another change than the newest`,
          undone.stdout + undone.stderr,
        ),
      ];
  if (isNewest) ledger.acknowledged.pop();
  report.check(name, [...found, ...(await ledger.check(name))]);
  sandbox.remove();
}
