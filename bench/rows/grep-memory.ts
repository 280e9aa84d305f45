import { runCommand } from "../command.js";
import { amountLine, type Block } from "../contest.js";
import { programs } from "../places.js";
import type { Ground, Row } from "./row.js";
import { madeTree, patterns } from "./search-trees.js";

/** A page of a result too large to hold, and a list of nearly all files. */
const modes = ["content", "files_with_matches"] as const;

export const grepMemory: Row = {
  id: "S5",
  title: "Memory that a Grep of a common word takes",
  async run(ground) {
    return [measureGrowth(ground)];
  },
};

/** Each time in a new process, which is all that has ever happened in it. */
function measureGrowth(ground: Ground): Block {
  const tree = madeTree(ground, 100_000);
  const lines = modes.map((output_mode) => {
    const input = JSON.stringify({ pattern: patterns.common, output_mode, head_limit: 250 });
    const samples = Array.from({ length: ground.isQuick ? 1 : 5 }, () =>
      Number(
        runCommand({
          program: process.execPath,
          arguments: [programs.searchMemory, tree.path, "Grep", input],
        }),
      ),
    );
    return amountLine(output_mode, "MB", samples);
  });
  return {
    row: "S5",
    operation: `Grep of a common word in ${tree.name}, growth of peak memory, new process`,
    note: undefined,
    lines,
  };
}
