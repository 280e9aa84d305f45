/** Edits of files that are edited in memory: small ones, where every step counts, and a megabyte, where every copy does. */
import { type Block, compete, type Goals } from "../contest.js";
import { bare, durable } from "../library.js";
import { bareDurableEdit, RAW_ASYNC, RAW_SYNC, rawAsyncEdit, rawSyncEdit } from "./change-floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

interface Load {
  readonly row: string;
  readonly size: string;
  readonly bytes: number;
  readonly repeat: number;
  /** Code that is called once a call takes thousands of calls to be compiled for good. */
  readonly warmups: number;
  readonly atomic: Goals;
  readonly durable?: Goals;
  /** Of the default settings. */
  readonly complete?: Goals;
}

export const editSmall: Row = {
  id: "E1",
  title: "Edit a file of 10 KB",
  run: (ground) =>
    compareBoth(ground, {
      row: "E1",
      size: "10 KB",
      bytes: 10 * 1024,
      repeat: ground.isQuick ? 20 : 200,
      warmups: 15,
      atomic: {
        target: { ratio: 0.5, beside: { floor: RAW_SYNC, ratio: 1.8 } },
        stretch: { ratio: 0.3 },
      },
      durable: { target: { beside: { floor: RAW_ASYNC, ratio: 1 } } },
      complete: { target: { ratio: 2 } },
    }),
};

export const editMegabyte: Row = {
  id: "E2",
  title: "Edit a file of 1 MB",
  run: (ground) =>
    compareBoth(ground, {
      row: "E2",
      size: "1 MB",
      bytes: 1_000_000,
      repeat: ground.isQuick ? 2 : 10,
      warmups: 5,
      atomic: { target: { ratio: 0.6 }, stretch: { ratio: 0.36 } },
    }),
};

async function compareBoth(ground: Ground, load: Load): Promise<Block[]> {
  return [
    await Scene.use(ground, load.row, (scene) => compareAtomic(ground, load, scene)),
    await Scene.use(ground, load.row, (scene) => compareDurable(ground, load, scene)),
  ];
}

async function compareAtomic(ground: Ground, load: Load, scene: Scene): Promise<Block> {
  const { row, size, bytes, repeat } = load;
  return compete({
    row,
    operation: `Edit ${size}, one unique place, not waiting for the platter`,
    note: "raw: read, indexOf, write in place; ours: checked, found unique, temporary file and rename, diff",
    entries: [
      {
        contestant: await scene.editing("filewright, durability none, no history", bare, load),
        goals: load.atomic,
      },
    ],
    floors: [
      rawAsyncEdit({ file: scene.markedFile("raw-async", bytes), repeat }),
      rawSyncEdit({ file: scene.markedFile("raw-sync", bytes), repeat }),
    ],
    peers: () => ground.peers.enter(scene.peerEdits(bytes, Math.ceil(repeat / 10))),
    rounds: roundsOf(ground, { warmups: load.warmups, rounds: 15 }),
    peerRounds: roundsOf(ground, { warmups: 2, rounds: 9 }),
  });
}

/** Apart from the others: whoever asks for the platter also waits for what his neighbours have left unwritten. */
async function compareDurable(ground: Ground, load: Load, scene: Scene): Promise<Block> {
  const { row, size, bytes, repeat } = load;
  return compete({
    row,
    operation: `Edit ${size}, one unique place, durable`,
    note: "bare durable sequence: read, temporary file, fsync, rename, fsync of the folder, all synchronous",
    entries: [
      {
        contestant: await scene.editing("filewright, default (durable, history)", {}, load),
        ...(load.complete === undefined ? {} : { goals: load.complete }),
      },
      {
        contestant: await scene.editing("filewright, durable, no history", durable, load),
        ...(load.durable === undefined ? {} : { goals: load.durable }),
      },
    ],
    floors: [
      bareDurableEdit({ file: scene.markedFile("bare", bytes), repeat }),
      rawAsyncEdit({ file: scene.markedFile("raw-async", bytes), repeat }),
    ],
    rounds: roundsOf(ground, { warmups: load.warmups, rounds: 15 }),
  });
}
