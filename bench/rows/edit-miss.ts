/** Edits that are refused: how long it takes to say why. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Toolkit } from "filewright";
import { type Block, compete } from "../contest.js";
import { bare, readFlatText } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const BYTES = 1_000_000;
const LINE = "    the same line again;\n";
const LONG = 80 * 1024;

interface Miss {
  readonly operation: string;
  readonly content: string;
  readonly old: string;
  /** In milliseconds. */
  readonly most: number;
}

export const editMiss: Row = {
  id: "E6",
  title: "An edit of 1 MB that is refused",
  run: (ground) =>
    Scene.use(ground, "E6", async (scene) => {
      const blocks: Block[] = [];
      for (const miss of listMisses(scene.markedFile("text", BYTES).text)) {
        blocks.push(await measureMiss(ground, scene, miss));
      }
      return blocks;
    }),
};

function listMisses(text: string): Miss[] {
  const lines = text.split("\n");
  const middle = lines.length >> 1;
  const part = lines.slice(middle, middle + 12).join("\n");
  const repeated = LINE.repeat(BYTES / LINE.length);
  return [
    {
      operation: "12 lines of 1 MB with one wrong word, refused",
      content: text,
      old: part.replace(/\w+$/m, "$&x"),
      most: 50,
    },
    {
      operation: "80 KB of equal lines, indented otherwise than 1 MB of them, refused",
      content: repeated,
      old: LINE.trimStart().repeat(LONG / LINE.length),
      most: 500,
    },
  ];
}

async function measureMiss(ground: Ground, scene: Scene, miss: Miss): Promise<Block> {
  const path = scene.path(`miss-${miss.old.length}.txt`);
  writeFileSync(path, miss.content);
  const toolkit = scene.toolkit(bare);
  await readFlatText(toolkit, { file_path: path, limit: miss.content.split("\n").length });
  return compete({
    row: "E6",
    operation: miss.operation,
    note: "raw: read and indexOf, which finds nothing",
    entries: [{ contestant: refusing(toolkit, path, miss.old), goals: { target: { amount: miss.most } } }],
    floors: [searching(path, miss.old)],
    rounds: roundsOf(ground, { warmups: 3, rounds: 15 }),
  });
}

function refusing(toolkit: Toolkit, path: string, old: string): Contestant {
  return timed({
    name: "filewright",
    side: "ours",
    repeat: 2,
    operation: () => toolkit.call("Edit", { file_path: path, old_string: old, new_string: "x" }),
    verify: ({ error }) => {
      if (error?.code !== "MATCH_NOT_FOUND") throw new Error(`not refused as missing: ${error?.code}`);
    },
  });
}

function searching(path: string, old: string): Contestant {
  return timed({
    name: "raw sync",
    side: "floor",
    repeat: 2,
    operation: () => readFileSync(path, "utf8").indexOf(old),
    verify: (at) => {
      if (at !== -1) throw new Error("the text is there");
    },
  });
}
