/** What the sandbox adds to the start of a program. Each search pays for it once. */

import type { SandboxPolicy } from "../../src/process/sandbox/policy.js";
import { libraryFolders } from "../../src/process/sandbox/program-needs.js";
import { findSandbox } from "../../src/process/sandbox/sandbox.js";
import { timedCommand } from "../command.js";
import { compete, type Entry, type Goals } from "../contest.js";
import { type Row, roundsOf } from "./row.js";

const goals: Goals = { target: { ratio: 1, plus: 5 }, stretch: { ratio: 1, plus: 2 } };
const HIDDEN = 100;
const command = { program: "/bin/true", arguments: [] };

export const sandboxedStart: Row = {
  id: "P1",
  title: "Start a program in the sandbox",
  async run(ground) {
    const sandbox = findSandbox();
    if (typeof sandbox === "string") return [];
    const { directory } = ground.fixtures;
    const files = ground.fixtures.sourceFiles(HIDDEN, 1024, 40);
    const search = { readable: [...libraryFolders, directory], writable: [], hidden: [], network: false };
    const server = { ...search, writable: [directory], hidden: sandbox.canHide ? files : [] };
    const start = (name: string, policy: SandboxPolicy): Entry => ({
      contestant: timedCommand({ name, side: "ours", ...sandbox.wrap(policy, command) }),
      goals,
    });
    return [
      await compete({
        row: "P1",
        operation: "start /bin/true and wait for its end",
        entries: [
          start("confined like ripgrep", search),
          start(`confined like a language server, ${HIDDEN} files hidden`, server),
        ],
        floors: [timedCommand({ name: "without the sandbox", side: "floor", ...command })],
        rounds: roundsOf(ground, { warmups: 5, rounds: 101 }),
      }),
    ];
  },
};
