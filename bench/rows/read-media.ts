/** What is no text: how much more it takes than the bare library, whether others wait, and what stays behind. */
import { readFileSync } from "node:fs";
import sharp from "sharp";
import { runCommand } from "../command.js";
import { amountLine, type Block, compete } from "../contest.js";
import { makeNotebook, makePdf, makePicture } from "../fixture-media.js";
import { callRead, openToolkit, type ReadRequest } from "../library.js";
import { timed } from "../measure.js";
import { programs } from "../places.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const LARGE_SIDE = 12_000;
const SHOWN_SIDE = 2000;

export const readPicture: Row = {
  id: "V1",
  title: "Read a picture",
  async run(ground) {
    const { directory } = ground.fixtures;
    const blocks: Block[] = [];
    for (const side of [3000, ground.isQuick ? 4000 : LARGE_SIDE]) {
      const path = await makePicture(directory, side);
      const toolkit = openToolkit(directory, { limits: { maxMediaBytes: 1e9 } });
      const block = await compete({
        row: "V1",
        operation: `Read a PNG of ${side} x ${side}`,
        note: "the helper process is running; the floor decodes and shrinks in this process and checks nothing",
        entries: [
          {
            contestant: timed({
              name: "filewright",
              side: "ours",
              repeat: 1,
              operation: () => callRead(toolkit, { file_path: path }),
              verify: ({ output }) => {
                const width = output?.type === "image" ? output.file.dimensions.displayWidth : 0;
                if (width !== SHOWN_SIDE) throw new Error(`shown ${width} pixels wide`);
              },
            }),
          },
        ],
        floors: [
          timed({
            name: "sharp, decode and shrink to PNG",
            side: "floor",
            repeat: 1,
            operation: () => sharp(path).resize(SHOWN_SIDE, SHOWN_SIDE).png().toBuffer(),
            verify: () => undefined,
          }),
        ],
        rounds: roundsOf(ground, { warmups: 1, rounds: 9 }),
      });
      await toolkit.close();
      blocks.push(block, measureWeight(ground, "V1", `a PNG of ${side} x ${side}`, { file_path: path }));
    }
    return blocks;
  },
};

export const readPdf: Row = {
  id: "V2",
  title: "Read pages of a PDF",
  async run(ground) {
    const { directory } = ground.fixtures;
    const path = await makePdf(directory, 105);
    const toolkit = openToolkit(directory, {});
    const block = await compete({
      row: "V2",
      operation: "Read 10 pages of a PDF of 105, as text",
      note: "the worker thread is running",
      entries: [
        {
          contestant: timed({
            name: "filewright",
            side: "ours",
            repeat: 1,
            operation: () => callRead(toolkit, { file_path: path, pages: "51-60" }),
            verify: ({ output }) => {
              const text = output?.type === "parts" ? (output.pages[0]?.text ?? "") : "";
              if (!text.includes("Line 60 of page 51")) throw new Error("page 51 is not there");
            },
          }),
        },
      ],
      floors: [
        timed({
          name: "reading the file",
          side: "floor",
          repeat: 1,
          operation: () => Promise.resolve(readFileSync(path).length),
          verify: () => undefined,
        }),
      ],
      rounds: roundsOf(ground, { warmups: 1, rounds: 9 }),
    });
    await toolkit.close();
    return [block, measureWeight(ground, "V2", "10 pages of a PDF", { file_path: path, pages: "51-60" })];
  },
};

export const readNotebook: Row = {
  id: "V3",
  title: "Read a notebook with much output",
  async run(ground) {
    const { directory } = ground.fixtures;
    const megabytes = ground.isQuick ? 5 : 50;
    const path = await makeNotebook(directory, megabytes * 1024 ** 2);
    const toolkit = openToolkit(directory, { dedup: false });
    const block = await compete({
      row: "V3",
      operation: `Read a notebook with ${megabytes} MB of outputs`,
      entries: [
        {
          contestant: timed({
            name: "filewright",
            side: "ours",
            repeat: 1,
            operation: () => callRead(toolkit, { file_path: path }),
            verify: ({ output }) => {
              const cells = output?.type === "notebook" ? output.file.cells.length : 0;
              if (cells !== 20) throw new Error(`${cells} cells`);
            },
          }),
        },
      ],
      floors: [
        timed({
          name: "JSON.parse",
          side: "floor",
          repeat: 1,
          operation: () => Promise.resolve(JSON.parse(readFileSync(path, "utf8")) as unknown),
          verify: () => undefined,
        }),
      ],
      rounds: roundsOf(ground, { warmups: 1, rounds: 9 }),
    });
    await toolkit.close();
    return [
      block,
      measureWeight(ground, "V3", `a notebook with ${megabytes} MB of outputs`, { file_path: path }),
    ];
  },
};

/** Each time in a new process: also what loading costs belongs to the stall. */
function measureWeight(ground: Ground, row: string, what: string, request: ReadRequest): Block {
  const runs = Array.from({ length: ground.isQuick ? 1 : 5 }, () => {
    const words = ["--expose-gc", programs.mediaWeight, ground.fixtures.directory, JSON.stringify(request)];
    return JSON.parse(runCommand({ program: process.execPath, arguments: words })) as {
      readonly stall: number;
      readonly growth: number;
    };
  });
  return {
    row,
    operation: `Read ${what}, new process`,
    note: undefined,
    lines: [
      amountLine(
        "longest stall of the main thread",
        "ms",
        runs.map(({ stall }) => stall),
        { target: { amount: 50 } },
      ),
      amountLine(
        "memory that stays once it is done",
        "MB",
        runs.map(({ growth }) => growth),
        { target: { amount: 32 } },
      ),
    ],
  };
}
