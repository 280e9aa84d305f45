/** New files of 10 KB, many of them. */
import { rmSync, writeFileSync } from "node:fs";
import type { ToolkitOptions } from "filewright";
import { expectSame } from "../answers.js";
import { type Block, compete } from "../contest.js";
import { createSourceText } from "../fixture-text.js";
import { bare, callFlat } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { NewFiles } from "../new-files.js";
import { writeByRename, writeDurably } from "./change-floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const BYTES = 10 * 1024;

export const writeNew: Row = {
  id: "W1",
  title: "Write new files of 10 KB",
  run: (ground) =>
    Scene.use(ground, "W1", async (scene) => [
      await compareNew(ground, scene),
      await compareNewDurably(ground, scene),
    ]),
};

function compareNew(ground: Ground, scene: Scene): Promise<Block> {
  const count = countOf(ground);
  return compete({
    row: "W1",
    operation: "Write a new file of 10 KB, not waiting for the platter",
    note: `${count} files a sample, removed before the next; each with content of its own`,
    entries: [
      {
        contestant: ours("filewright, durability none, no history", bare, scene, count),
        goals: { target: { ratio: 2.5 }, stretch: { ratio: 1.6 } },
      },
    ],
    floors: [
      floor("writeFileSync", scene, count, writeFileSync),
      floor("temporary file, rename, sync", scene, count, writeByRename),
    ],
    peers: () => enterPeers(ground, scene, count),
    rounds: roundsOf(ground, { warmups: 15, rounds: 15 }),
  });
}

function compareNewDurably(ground: Ground, scene: Scene): Promise<Block> {
  const count = countOf(ground);
  return compete({
    row: "W1",
    operation: "Write a new file of 10 KB, durable",
    note: "bare durable sequence: temporary file, fsync, rename, fsync of the folder, all synchronous",
    entries: [
      { contestant: ours("filewright, default (durable, history)", {}, scene, count) },
      { contestant: ours("filewright, durable, no history", { history: false }, scene, count) },
    ],
    floors: [
      floor("bare durable sequence", scene, count, (path, content) =>
        writeDurably(path, content, { isFolderSynced: true }),
      ),
    ],
    rounds: roundsOf(ground, { warmups: 5, rounds: 9 }),
  });
}

function ours(name: string, options: ToolkitOptions, scene: Scene, count: number): Contestant {
  const files = newFiles(name, scene);
  const toolkit = scene.toolkit(options);
  return timed({
    name,
    side: "ours",
    repeat: count,
    prepare: () => files.clear(),
    operation: () => {
      const { path, content } = files.next();
      return callFlat(toolkit, "Write", { file_path: path, content });
    },
    verify: () => files.verify(),
  });
}

function floor(
  name: string,
  scene: Scene,
  count: number,
  write: (path: string, content: string) => void,
): Contestant {
  const files = newFiles(name, scene);
  return timed({
    name,
    side: "floor",
    repeat: count,
    prepare: () => files.clear(),
    operation: () => {
      const { path, content } = files.next();
      write(path, content);
    },
    verify: () => files.verify(),
  });
}

function enterPeers(ground: Ground, scene: Scene, count: number): Promise<Contestant[]> {
  const files = newFiles("peers", scene);
  const made = Array.from({ length: count }, () => files.next());
  const [first] = made;
  return ground.peers.enter({
    steps: made.map(({ path, content }) => [{ kind: "write", path, content }]),
    repeat: 1,
    prepare: () => {
      for (const { path } of made) rmSync(path, { force: true });
    },
    verify: () => {
      if (first !== undefined) expectSame(NewFiles.read(first.path), first.content, "a peer's file");
      return undefined;
    },
  });
}

function newFiles(name: string, scene: Scene): NewFiles {
  return new NewFiles(scene.path(name.replaceAll(/\W+/g, "-")), createSourceText(BYTES, 40, 1));
}

function countOf({ isQuick }: Ground): number {
  return isQuick ? 20 : 100;
}
