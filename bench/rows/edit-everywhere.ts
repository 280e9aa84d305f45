/** One edit of very many places: how long it takes, and for how long others have to wait meanwhile. */
import { runCommand } from "../command.js";
import { amountLine, type Block } from "../contest.js";
import { programs } from "../places.js";
import type { Ground, Row } from "./row.js";
import { Scene } from "./scene.js";

export const editEverywhere: Row = {
  id: "E5",
  title: "replace_all over 400,000 places",
  run: (ground) =>
    Scene.use(ground, "E5", async (scene) => [
      measure(ground, scene, "3.6 MB, a place in each line", "x = old;"),
      measure(ground, scene, "18 MB, a place in each line", "the quick brown fox jumps old over lazy dogs"),
    ]),
};

function measure(ground: Ground, scene: Scene, what: string, row: string): Block {
  const places = ground.isQuick ? 20_000 : 400_000;
  const runs = Array.from({ length: ground.isQuick ? 1 : 3 }, (_, run) => {
    const words = [
      scene.path(`${row.length}-${run}`),
      row,
      String(places),
      scene.path(`state-${row.length}-${run}`),
    ];
    const answer = runCommand({ program: process.execPath, arguments: [programs.replaceAll, ...words] });
    return JSON.parse(answer) as { readonly time: number; readonly stall: number };
  });
  return {
    row: "E5",
    operation: `Edit with replace_all, ${places} places, ${what}`,
    note: "new process, durable and with history, after a call of the same kind",
    lines: [
      amountLine(
        "the whole call",
        "ms",
        runs.map(({ time }) => time),
        { target: { amount: 1000 } },
      ),
      amountLine(
        "longest stall of the main thread",
        "ms",
        runs.map(({ stall }) => stall),
        { target: { amount: 50 } },
      ),
    ],
  };
}
