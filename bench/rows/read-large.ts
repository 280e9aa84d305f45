/** Lines anywhere in a file far too large to hold, by number: right ones, without an index, in little memory. */
import { expectSame, judgePeerAnswer } from "../answers.js";
import { runCommand, timedCommand } from "../command.js";
import { amountLine, type Block, compete } from "../contest.js";
import { logLines, numberLines } from "../fixture-text.js";
import type { LogFile } from "../fixtures.js";
import { openToolkit, readFlatText, wideOpen } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { programs } from "../places.js";
import { type Ground, type Row, roundsOf } from "./row.js";

export const PAGE_LINES = 2000;

export const readLarge: Row = {
  id: "R3",
  title: "2,000 lines at any offset of a large log, no index yet",
  async run(ground) {
    const log = ground.fixtures.log();
    const places = {
      start: 1,
      middle: Math.floor(log.lines / 2),
      end: log.lines - PAGE_LINES + 1,
    };
    const blocks: Block[] = [];
    for (const [place, first] of Object.entries(places)) {
      blocks.push(await compareAt(ground, log, place, first));
    }
    return [...blocks, measureMemory(ground, log, places.end)];
  },
};

async function compareAt(ground: Ground, log: LogFile, place: string, first: number): Promise<Block> {
  const { fixtures, peers } = ground;
  const request = { file_path: log.path, offset: first, limit: PAGE_LINES };
  return compete({
    row: "R3",
    operation: `2,000 lines at the ${place} of ${describeSize(log)}, from line ${first}`,
    note: "a new toolkit for every call, so nothing is indexed; every line is checked. server-filesystem has no offset: head, whole, tail",
    entries: [
      {
        contestant: timed({
          name: "filewright",
          side: "ours",
          repeat: 1,
          operation: () => readFlatText(openToolkit(fixtures.directory, wideOpen), request),
          verify: (answer) => expectPage(answer, first, log),
        }),
        goals: { target: { ratio: 1.3 }, stretch: { ratio: 0.8 } },
      },
    ],
    floors: [countLines(log)],
    peers: () =>
      peers.enter({
        steps: [[{ kind: "read", path: log.path, offset: first, limit: PAGE_LINES, isEnd: place === "end" }]],
        repeat: 1,
        verify: (answer) => judgePeerAnswer(answer, `${logLines(first, PAGE_LINES).join("\n")}\n`),
      }),
    rounds: roundsOf(ground, { warmups: 1, rounds: 9 }),
  });
}

/** Each time in a new process, which is all that has ever happened in it. */
function measureMemory(ground: Ground, log: LogFile, first: number): Block {
  const samples = Array.from({ length: ground.isQuick ? 1 : 3 }, () => {
    const answer = runCommand({
      program: process.execPath,
      arguments: [programs.peakMemory, log.path, String(first), String(PAGE_LINES)],
    });
    return Number(answer);
  });
  const line = amountLine("filewright", "MB", samples, { target: { amount: 32 } });
  return { row: "R3", operation: "its growth of peak memory, new process", note: undefined, lines: [line] };
}

export function countLines(log: LogFile): Contestant {
  return timedCommand({
    name: "wc -l",
    side: "floor",
    program: "wc",
    arguments: ["-l", log.path],
    verify: (output) => {
      if (Number.parseInt(output, 10) !== log.lines) throw new Error(`counted ${output.trim()}`);
    },
  });
}

export function expectPage(answer: string, first: number, log: LogFile): void {
  const page = numberLines(logLines(first, PAGE_LINES), first, "→");
  const last = first + PAGE_LINES - 1;
  const isEnd = last === log.lines;
  const footer = isEnd
    ? ""
    : `\n[Lines ${first}-${last} of ${log.lines}. Read on with offset ${last + 1} and limit ${last - first + 1}.]`;
  expectSame(answer, page + footer, `line ${first}`);
}

export function describeSize({ bytes }: LogFile): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes >= 1024 ? `${mebibytes / 1024} GiB` : `${mebibytes} MiB`;
}
