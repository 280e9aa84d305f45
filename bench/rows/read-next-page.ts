import { setTimeout as pause } from "node:timers/promises";
import { type Block, compete } from "../contest.js";
import { openToolkit, readFlatText, wideOpen } from "../library.js";
import { timed } from "../measure.js";
import { countLines, describeSize, expectPage, PAGE_LINES } from "./read-large.js";
import { type Ground, type Row, roundsOf } from "./row.js";

/** A file younger than its disk's clock can tell is indexed anew each time; on the coarsest clocks that is two seconds. */
const SETTLE_MS = 2100;

export const readNextPage: Row = {
  id: "R4",
  title: "The next page of the same unchanged large log",
  async run(ground) {
    return [await compareNext(ground)];
  },
};

async function compareNext(ground: Ground): Promise<Block> {
  const log = ground.fixtures.log();
  await pause(SETTLE_MS);
  const toolkit = openToolkit(ground.fixtures.directory, wideOpen);
  let first = Math.floor(log.lines / 3);
  await readFlatText(toolkit, { file_path: log.path, offset: first, limit: PAGE_LINES });
  return compete({
    row: "R4",
    operation: `next 2,000 lines of ${describeSize(log)}`,
    note: "one toolkit, every call the page after the last one; wc -l counts the whole file",
    entries: [
      {
        contestant: timed({
          name: "filewright",
          side: "ours",
          repeat: 5,
          operation: () => {
            first += PAGE_LINES;
            return readFlatText(toolkit, { file_path: log.path, offset: first, limit: PAGE_LINES });
          },
          verify: (answer) => expectPage(answer, first, log),
        }),
        goals: { target: { ratio: 0.03, amount: 6 }, stretch: { ratio: 0.03, amount: 3 } },
      },
    ],
    floors: [countLines(log)],
    rounds: roundsOf(ground, { warmups: 1, rounds: 15 }),
  });
}
