/** A thousand edits in a row: a session must neither grow nor slow down with what it has done. */
import { runCommand } from "../command.js";
import { amountLine, type Block, compete, type Line } from "../contest.js";
import { bare } from "../library.js";
import { programs } from "../places.js";
import { rawAsyncEdit } from "./change-floors.js";
import { type Ground, type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const BYTES = 10 * 1024;

export const editMany: Row = {
  id: "E4",
  title: "1,000 edits of a file of 10 KB in a row",
  run: (ground) =>
    Scene.use(ground, "E4", async (scene) => [
      await compareMany(ground, scene),
      measureLongRun(ground, scene),
    ]),
};

async function compareMany(ground: Ground, scene: Scene): Promise<Block> {
  const load = { bytes: BYTES, repeat: editsOf(ground) };
  return compete({
    row: "E4",
    operation: `${load.repeat} edits of 10 KB in a row, each`,
    note: "one toolkit for all of them, which reads the file once",
    entries: [
      {
        contestant: await scene.editing("filewright, durability none, no history", bare, load),
        goals: { target: { ratio: 0.5 }, stretch: { ratio: 0.3 } },
      },
      { contestant: await scene.editing("filewright, default (durable, history)", {}, load) },
    ],
    floors: [rawAsyncEdit({ file: scene.markedFile("raw-async", BYTES), repeat: load.repeat })],
    peers: () => ground.peers.enter(scene.peerEdits(BYTES, load.repeat >> 1)),
    rounds: roundsOf(ground, { warmups: 2, rounds: 9 }),
    peerRounds: roundsOf(ground, { warmups: 0, rounds: 3 }),
  });
}

function measureLongRun(ground: Ground, scene: Scene): Block {
  const lines = (["bare", "default"] as const).flatMap((kind): Line[] => {
    const name = kind === "bare" ? "durability none, no history" : "default (durable, history)";
    const runs = Array.from({ length: ground.isQuick ? 1 : 3 }, () => runProbe(ground, scene, kind));
    const growths = runs.map(({ growth }) => growth);
    const slowings = runs.map(({ slowing }) => slowing);
    return [
      amountLine(`growth, ${name}`, "MB", growths, { target: { amount: 10 } }),
      amountLine(`slowing, ${name}`, "×", slowings, { target: { amount: 1.3 } }),
    ];
  });
  return {
    row: "E4",
    operation: `growth of memory over ${editsOf(ground)} edits, and the last hundred beside the first`,
    note: "new process, after four times as many edits, when code and heap have settled",
    lines,
  };
}

function runProbe(
  ground: Ground,
  scene: Scene,
  kind: "bare" | "default",
): { readonly growth: number; readonly slowing: number } {
  const state = scene.path(`long-run-${kind}`);
  const words = [scene.path("long-run"), String(BYTES), String(editsOf(ground)), state, kind];
  const answer = runCommand({ program: process.execPath, arguments: [programs.manyEdits, ...words] });
  return JSON.parse(answer) as { growth: number; slowing: number };
}

function editsOf({ isQuick }: Ground): number {
  return isQuick ? 200 : 1000;
}
