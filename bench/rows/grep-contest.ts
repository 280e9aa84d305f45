/** One Grep beside the ripgrep that does the same matching, each answer checked. */
import type { ToolOutputs } from "filewright";
import { type Block, compete, type Goals } from "../contest.js";
import { callSearch, openToolkit } from "../library.js";
import { type Contestant, type Rounds, timed } from "../measure.js";
import { ripgrepFloor } from "../ripgrep.js";
import { counted, judgePeerLines, linesByPath, newestFirst } from "../search-answers.js";
import { type Ground, roundsOf } from "./row.js";

export type GrepMode = ToolOutputs["Grep"]["mode"];

export interface GrepContest {
  readonly row: string;
  readonly operation: string;
  readonly note?: string;
  readonly directory: string;
  /** A file of the directory, to search nothing else. */
  readonly file?: string;
  readonly pattern: string;
  readonly mode: GrepMode;
  readonly isMultiline?: boolean;
  readonly goals: Goals;
  /** Other ways to run the program, besides what the mode asks for; one floor each, the first judged by. */
  readonly floors: readonly {
    readonly name: string;
    readonly arguments: readonly string[];
    readonly maxLines?: number;
  }[];
  /** Whether peers, which show lines and no counts, are asked the same. */
  readonly hasPeers?: boolean;
  readonly repeat?: number;
  readonly rounds?: Rounds;
}

/** What Grep shows at most, unless told. */
export const SHOWN_ENTRIES = 250;

const modeArguments: Record<GrepMode, readonly string[]> = {
  files_with_matches: ["--files-with-matches"],
  count: ["--count-matches", "--with-filename"],
  content: ["--line-number", "--with-filename"],
};

export async function compareGrep(ground: Ground, contest: GrepContest): Promise<Block> {
  const { directory, file, mode, pattern, repeat = 1 } = contest;
  const matching = [
    ...modeArguments[mode],
    ...(contest.isMultiline === true ? ["--multiline", "--multiline-dotall"] : []),
    `--regexp=${pattern}`,
  ];
  const run = { directory, ...(file === undefined ? {} : { file }) };
  const judge = await judgeOf(mode, { ...run, arguments: [...matching, "--sort=path", "--no-heading"] });
  const toolkit = openToolkit(directory, {});
  const input = {
    pattern,
    output_mode: mode,
    ...(file === undefined ? {} : { path: `${directory}/${file}` }),
    ...(contest.isMultiline === true ? { multiline: true } : {}),
  };
  try {
    return await compete({
      row: contest.row,
      operation: contest.operation,
      ...(contest.note === undefined ? {} : { note: contest.note }),
      entries: [
        {
          contestant: timed({
            name: "filewright",
            side: "ours",
            repeat,
            operation: () => callSearch(toolkit, "Grep", input),
            verify: judge,
          }),
          goals: contest.goals,
        },
      ],
      floors: contest.floors.map(({ arguments: own, ...floor }) =>
        ripgrepFloor({ ...floor, ...run, arguments: [...matching, ...own], repeat }),
      ),
      peers: async () => (contest.hasPeers === true ? enterPeers(ground, contest, input) : []),
      rounds: roundsOf(ground, contest.rounds ?? { warmups: 1, rounds: 9 }),
    });
  } finally {
    await toolkit.close();
  }
}

/** The pattern is a plain word here, by which their lines are known. */
async function enterPeers(
  ground: Ground,
  { directory, file, pattern, repeat = 1 }: GrepContest,
  input: object,
): Promise<Contestant[]> {
  const toolkit = openToolkit(directory, {});
  const { numLines = 0 } = await callSearch(toolkit, "Grep", input);
  await toolkit.close();
  const path = file === undefined ? directory : `${directory}/${file}`;
  return ground.peers.enter({
    steps: [[{ kind: "grep", path, pattern, limit: SHOWN_ENTRIES }]],
    repeat,
    verify: (answer) => judgePeerLines(answer, pattern, numLines),
  });
}

async function judgeOf(
  mode: GrepMode,
  run: Parameters<typeof linesByPath>[0],
): Promise<(answer: ToolOutputs["Grep"]) => void> {
  if (mode === "content") return linesByPath(run, SHOWN_ENTRIES);
  if (mode === "count") return counted(run, SHOWN_ENTRIES);
  const judgeFiles = await newestFirst(run, SHOWN_ENTRIES);
  return ({ filenames, totalFiles }) => judgeFiles({ filenames, total: totalFiles });
}
