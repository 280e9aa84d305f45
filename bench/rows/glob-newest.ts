/** Files by name, newest first: ripgrep lists, we date, sort and cut. */
import { runCommand } from "../command.js";
import { amountLine, type Block, compete, type Goals } from "../contest.js";
import { callSearch, openToolkit } from "../library.js";
import { timed } from "../measure.js";
import { programs } from "../places.js";
import { ripgrepFloor } from "../ripgrep.js";
import { judgePeerFiles, newestFirst } from "../search-answers.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { madeTree, type SearchTree } from "./search-trees.js";

/** What Glob shows at most. */
const SHOWN_FILES = 100;

/** The pattern as we are given it, and what lets ripgrep choose the same files without forgetting the ignore rules. */
const filters = [
  { pattern: "**/*.ts", floorArguments: ["--type-add=wanted:*.ts", "--type=wanted"] },
  { pattern: "**/*", floorArguments: [] },
] as const;

export const globThousands: Row = {
  id: "G1",
  title: "Glob, newest first, 10,000 files",
  run: (ground) =>
    compareFilters(ground, "G1", madeTree(ground, 10_000), {
      target: { ratio: 1.3 },
      stretch: { ratio: 0.8 },
    }),
};

export const globHundredThousand: Row = {
  id: "G2",
  title: "Glob, newest first, 100,000 files",
  async run(ground) {
    const tree = madeTree(ground, 100_000);
    const blocks = await compareFilters(ground, "G2", tree, {
      target: { ratio: 2 },
      stretch: { ratio: 1.6 },
    });
    return [...blocks, measureWeight(ground, tree)];
  },
};

async function compareFilters(ground: Ground, row: string, tree: SearchTree, goals: Goals): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const { pattern, floorArguments } of filters) {
    const run = { directory: tree.path, arguments: ["--files", ...floorArguments] };
    const judge = await newestFirst(run, SHOWN_FILES);
    const toolkit = openToolkit(tree.path, {});
    const { filenames: newest } = await callSearch(toolkit, "Glob", { pattern });
    const block = await compete({
      row,
      operation: `Glob ${pattern} in ${tree.name}, newest first`,
      note: "half as many files again are ignored; rg lists in any order and dates nothing",
      entries: [
        {
          contestant: timed({
            name: "filewright",
            side: "ours",
            repeat: 1,
            operation: () => callSearch(toolkit, "Glob", { pattern }),
            verify: ({ filenames, totalMatches }) => judge({ filenames, total: totalMatches }),
          }),
          goals,
        },
      ],
      floors: [ripgrepFloor({ name: "rg --files", ...run })],
      peers: async () =>
        // With more files some take minutes.
        row === "G1"
          ? ground.peers.enter({
              steps: [[{ kind: "find", path: tree.path, pattern }]],
              repeat: 1,
              verify: (answer) => judgePeerFiles(answer, newest),
            })
          : [],
      rounds: roundsOf(ground, { warmups: 2, rounds: 15 }),
      peerRounds: roundsOf(ground, { warmups: 1, rounds: 5 }),
    });
    blocks.push(block);
    await toolkit.close();
  }
  return blocks;
}

/** Each time in a new process, which is all that has ever happened in it. */
function measureWeight(ground: Ground, tree: SearchTree): Block {
  const ask = (program: string): number[] =>
    Array.from({ length: ground.isQuick ? 1 : 5 }, () =>
      Number(
        runCommand({
          program: process.execPath,
          arguments: [program, tree.path, "Glob", JSON.stringify({ pattern: "**/*" })],
        }),
      ),
    );
  return {
    row: "G2",
    operation: `Glob **/* in ${tree.name}, new process`,
    note: undefined,
    lines: [
      amountLine("growth of peak memory", "MB", ask(programs.searchMemory), { target: { amount: 100 } }),
      amountLine("longest stall of the main thread", "ms", ask(programs.searchStall), {
        target: { amount: 25 },
      }),
    ],
  };
}
