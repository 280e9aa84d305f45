import { readFileSync } from "node:fs";
import { expectSame } from "../answers.js";
import { type Block, compete } from "../contest.js";
import { numberLines } from "../fixture-text.js";
import { openToolkit, readFlatText } from "../library.js";
import { timed } from "../measure.js";
import { wholeReadFloor } from "./floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const BYTES = 60 * 1000;
const LINE = 44;

export const readCounted: Row = {
  id: "I2",
  title: "A source file whose tokens must be counted exactly",
  async run(ground) {
    return [await compareCounted(ground)];
  },
};

async function compareCounted(ground: Ground): Promise<Block> {
  const { fixtures } = ground;
  const path = fixtures.sourceFile(BYTES, LINE);
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  const expected = numberLines(lines, 1, "→");
  const toolkit = openToolkit(fixtures.directory, { dedup: false });
  return compete({
    row: "I2",
    operation: `Read 60 KB of source (${lines.length} lines), default limits`,
    note: "over a quarter of the token cap by estimate, so it is counted; the vocabulary is loaded before the clock starts",
    entries: [
      {
        contestant: timed({
          name: "filewright",
          side: "ours",
          repeat: 3,
          operation: () => readFlatText(toolkit, { file_path: path }),
          verify: (answer) => expectSame(answer, expected, "60 KB"),
        }),
      },
    ],
    floors: [wholeReadFloor(path, 100)],
    rounds: roundsOf(ground, { warmups: 2, rounds: 9 }),
  });
}
