import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expectSame, judgePeerAnswer } from "../answers.js";
import { type Block, compete } from "../contest.js";
import { numberLines } from "../fixture-text.js";
import { openToolkit, readFlatText, wideOpen } from "../library.js";
import { timed } from "../measure.js";
import { wholeReadFloor } from "./floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const BYTES = 5 * 1024;
const LINE = 40;

export const readSmall: Row = {
  id: "R1",
  title: "Read a file of 5 KB",
  async run(ground) {
    return [await compareSmall(ground)];
  },
};

async function compareSmall(ground: Ground): Promise<Block> {
  const { fixtures, peers } = ground;
  const path = fixtures.sourceFile(BYTES, LINE);
  const text = readFileSync(path, "utf8");
  const expected = numberLines(text.split("\n").slice(0, -1), 1, "→");
  const toolkit = openToolkit(fixtures.directory, wideOpen);
  return compete({
    row: "R1",
    operation: "Read 5 KB",
    note: "checks, numbering and record of what was seen included; dedup off, so that every call reads",
    entries: [
      {
        contestant: timed({
          name: "filewright",
          side: "ours",
          repeat: 1000,
          operation: () => readFlatText(toolkit, { file_path: path }),
          verify: (answer) => expectSame(answer, expected, "5 KB"),
        }),
        goals: { target: { ratio: 5 }, stretch: { ratio: 3 } },
      },
    ],
    floors: [
      wholeReadFloor(path, 1000),
      timed({
        name: "fsp.readFile utf8",
        side: "floor",
        repeat: 100,
        operation: () => readFile(path, "utf8"),
      }),
    ],
    peers: () =>
      peers.enter({
        steps: [[{ kind: "read", path }]],
        repeat: ground.isQuick ? 10 : 150,
        verify: (answer) => judgePeerAnswer(answer, text),
      }),
    rounds: roundsOf(ground, { warmups: 10, rounds: 15 }),
  });
}
