/** A file of 10 KB replaced whole, over and over, by whoever has written it before. */
import { readFileSync, writeFileSync } from "node:fs";
import type { ToolkitOptions } from "filewright";
import { expectSame } from "../answers.js";
import { type Block, compete } from "../contest.js";
import { bare, callFlat, durable, readFlatText } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { writeByRename, writeDurably } from "./change-floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const BYTES = 10 * 1024;

export const overwrite: Row = {
  id: "W2",
  title: "Overwrite a file of 10 KB",
  run: (ground) =>
    Scene.use(ground, "W2", async (scene) => [
      await compareAtomic(ground, scene),
      await compareDurable(ground, scene),
    ]),
};

async function compareAtomic(ground: Ground, scene: Scene): Promise<Block> {
  const repeat = repeatOf(ground);
  return compete({
    row: "W2",
    operation: "Write over a file of 10 KB, not waiting for the platter",
    note: "ours reads the present content, compares it with what was seen, and answers with a diff",
    entries: [
      {
        contestant: await ours("filewright, durability none, no history", bare, scene, repeat),
        goals: { target: { ratio: 1.8 }, stretch: { ratio: 1.4 } },
      },
    ],
    floors: [
      floor("writeFileSync", scene, repeat, writeFileSync),
      floor("temporary file, rename, sync", scene, repeat, writeByRename),
    ],
    peers: () => ground.peers.enter(peerWrites(scene, Math.ceil(repeat / 10))),
    rounds: roundsOf(ground, { warmups: 15, rounds: 15 }),
  });
}

async function compareDurable(ground: Ground, scene: Scene): Promise<Block> {
  const repeat = repeatOf(ground);
  return compete({
    row: "W2",
    operation: "Write over a file of 10 KB, durable",
    note: "bare durable sequence: the first floor, after reading the file, and fsync of the folder",
    entries: [
      {
        contestant: await ours("filewright, durable, no history", durable, scene, repeat),
        goals: { target: { ratio: 1.3 }, stretch: { ratio: 1.1 } },
      },
      { contestant: await ours("filewright, default (durable, history)", {}, scene, repeat) },
    ],
    floors: [
      floor("temporary file, fsync, rename, sync", scene, repeat, (path, content) =>
        writeDurably(path, content, { isFolderSynced: false }),
      ),
      floor("bare durable sequence", scene, repeat, (path, content) => {
        readFileSync(path, "utf8");
        writeDurably(path, content, { isFolderSynced: true });
      }),
    ],
    rounds: roundsOf(ground, { warmups: 10, rounds: 15 }),
  });
}

async function ours(
  name: string,
  options: ToolkitOptions,
  scene: Scene,
  repeat: number,
): Promise<Contestant> {
  const file = scene.markedFile(name.replaceAll(/\W+/g, "-"), BYTES);
  const toolkit = scene.toolkit(options);
  await readFlatText(toolkit, { file_path: file.path });
  const operation = (): Promise<string> =>
    callFlat(toolkit, "Write", { file_path: file.path, content: file.nextText() });
  return timed({ name, side: "ours", repeat, operation, verify: () => file.verify() });
}

function floor(
  name: string,
  scene: Scene,
  repeat: number,
  write: (path: string, content: string) => void,
): Contestant {
  const file = scene.markedFile(name.replaceAll(/\W+/g, "-"), BYTES);
  const operation = (): void => write(file.path, file.nextText());
  return timed({ name, side: "floor", repeat, operation, verify: () => file.verify() });
}

function peerWrites(scene: Scene, repeat: number): Parameters<Ground["peers"]["enter"]>[0] {
  const file = scene.markedFile("peers", BYTES);
  const { path } = file;
  const [one, other] = [file.nextText(), file.nextText()];
  return {
    steps: [[{ kind: "write", path, content: one }], [{ kind: "write", path, content: other }]],
    repeat,
    verify: () => {
      expectSame(readFileSync(path, "utf8"), one, "a peer's overwriting");
      return undefined;
    },
  };
}

function repeatOf({ isQuick }: Ground): number {
  return isQuick ? 20 : 200;
}
