import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expectSame, flatten, judgePeerAnswer } from "../answers.js";
import { type Block, compete, type Goals } from "../contest.js";
import { numberLines } from "../fixture-text.js";
import { firstText, openToolkit, readFlatText, wideOpen } from "../library.js";
import { timed } from "../measure.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const FILES = 100;

interface Load {
  readonly size: string;
  readonly bytes: number;
  readonly line: number;
  readonly repeat: number;
  readonly goals: Goals;
}

const loads: readonly Load[] = [
  {
    size: "5 KB",
    bytes: 5 * 1024,
    line: 40,
    repeat: 20,
    goals: { target: { ratio: 0.6 }, stretch: { ratio: 0.3 } },
  },
  {
    size: "250 KB",
    bytes: 250 * 1024,
    line: 131,
    repeat: 4,
    goals: { target: { ratio: 2 }, stretch: { ratio: 1.5 } },
  },
];

export const readMany: Row = {
  id: "R5",
  title: "100 files at once",
  async run(ground) {
    const blocks: Block[] = [];
    for (const load of loads) blocks.push(await compareMany(ground, load));
    return blocks;
  },
};

async function compareMany(ground: Ground, { size, bytes, line, repeat, goals }: Load): Promise<Block> {
  const { fixtures, peers } = ground;
  const paths = fixtures.sourceFiles(FILES, bytes, line);
  const toolkit = openToolkit(fixtures.directory, wideOpen);
  const calls = paths.map((path) => ({ name: "Read", input: { file_path: path, limit: 2500 } }));
  const readAll = (): Promise<string[]> =>
    Promise.all(calls.map(({ input }) => readFlatText(toolkit, input)));
  // All of them once; later the last of each sample stands for the rest.
  for (const [index, answer] of (await readAll()).entries()) expectFile(answer, paths[index]);
  const verify = (answers: readonly string[]): void => expectFile(answers.at(-1) ?? "", paths.at(-1));
  return compete({
    row: "R5",
    operation: `${FILES} × ${size} at once, distinct files`,
    note: "all calls started together and flattened; cap of 1,000,000 tokens, dedup off",
    entries: [
      {
        contestant: timed({
          name: "filewright, Promise.all of calls",
          side: "ours",
          repeat,
          operation: readAll,
          verify,
        }),
        goals,
      },
      {
        contestant: timed({
          name: "filewright, callAll",
          side: "ours",
          repeat,
          operation: async () =>
            (await toolkit.callAll(calls)).map(({ content }) => flatten(firstText(content))),
          verify,
        }),
      },
    ],
    floors: [
      timed({
        name: "Promise.all of fsp.readFile utf8",
        side: "floor",
        repeat,
        operation: () => Promise.all(paths.map((path) => readFile(path, "utf8"))),
      }),
      timed({
        name: "readFileSync utf8 in a loop",
        side: "floor",
        repeat,
        operation: () => paths.map((path) => readFileSync(path, "utf8")),
      }),
    ],
    peers: () =>
      peers.enter({
        steps: [paths.map((path) => ({ kind: "read", path }))],
        repeat: ground.isQuick ? 1 : Math.ceil(repeat / 2),
        verify: (answer) => judgePeerAnswer(answer, readFileSync(paths[0] ?? "", "utf8")),
      }),
    rounds: roundsOf(ground, { warmups: 5, rounds: 11 }),
  });
}

function expectFile(answer: string, path = ""): void {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  expectSame(answer, numberLines(lines, 1, "→"), path);
}
