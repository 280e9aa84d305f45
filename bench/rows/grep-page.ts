/** The first page of a result that has many: found without looking at the rest. */
import { compareGrep, SHOWN_ENTRIES } from "./grep-contest.js";
import type { Row } from "./row.js";
import { largeTree, patterns } from "./search-trees.js";

const IN_ORDER = { name: "rg --sort path", arguments: ["--sort=path"], maxLines: SHOWN_ENTRIES } as const;
const ANY_ORDER = { name: "rg", arguments: [], maxLines: SHOWN_ENTRIES } as const;

export const grepPage: Row = {
  id: "S2",
  title: "Grep content of a common word, 250 lines",
  async run(ground) {
    const tree = largeTree(ground);
    const page = {
      row: "S2",
      operation: `Grep content, first ${SHOWN_ENTRIES} lines of a common word in ${tree.name}`,
      note: "rg is killed at that line. We show files in the order of their paths, so that pages neither repeat nor skip; plain rg, on all threads and in any order, need not, and where that is quicker it is out of reach",
      directory: tree.path,
      pattern: patterns.common,
      mode: "content",
      goals: { target: { ratio: 1.3, beside: { floor: ANY_ORDER.name, ratio: 1.3 } } },
      floors: [IN_ORDER, ANY_ORDER],
      hasPeers: ground.tree === undefined,
      repeat: ground.isQuick ? 1 : 5,
      rounds: { warmups: 2, rounds: 15 },
    } as const;
    return [await compareGrep(ground, page)];
  },
};
