/** What it costs an Edit to tell others what it did: nothing to speak of while nobody wants to know. */
import type { Toolkit } from "filewright";
import { compete } from "../contest.js";
import { bare } from "../library.js";
import { type Contestant, timed } from "../measure.js";
import { type Row, roundsOf } from "./row.js";
import { Scene } from "./scene.js";

const TELLINGS = 20_000;

/** All that the pipeline does for listeners in one Edit. */
function telling(toolkit: Toolkit): Contestant {
  const { events, listeners } = toolkit.workspace;
  const origin = { sessionId: toolkit.session.id, callId: "1" };
  let told = 0;
  return timed({
    name: "what an Edit does for listeners, when there are none",
    side: "ours",
    repeat: TELLINGS,
    operation: () => {
      if (events.isHeard) throw new Error("someone is listening");
      events.emit(
        {
          type: "call-finished",
          tool: "Edit",
          path: "/w/app/a.ts",
          durationMs: 1,
          isError: false,
          code: undefined,
          characters: 500,
        },
        origin,
      );
      if (listeners.diagnostics !== undefined) throw new Error("language servers are on");
      told += 1;
      return told;
    },
    verify: (count) => {
      if (count % TELLINGS !== 0) throw new Error(`told ${count} times`);
    },
  });
}

export const tellOthers: Row = {
  id: "N1",
  title: "Telling others of an Edit",
  run: (ground) =>
    Scene.use(ground, "N1", async (scene) => {
      const load = { bytes: 10 * 1024, repeat: ground.isQuick ? 20 : 200 };
      const heard = scene.toolkit(bare);
      heard.workspace.events.on("*", () => undefined);
      const edit = await scene.editing("Edit 10 KB, durability none, no history", bare, load);
      const block = await compete({
        row: "N1",
        operation: "what an Edit takes for telling others",
        note: "the second line: language servers are wanted, but none is there for the file",
        entries: [
          { contestant: telling(scene.toolkit(bare)), goals: { target: { ratio: 0.02 } } },
          {
            contestant: await scene.editing(
              "the same Edit, with language servers on",
              { ...bare, lsp: true },
              load,
            ),
          },
          {
            contestant: await scene.editingWith("the same Edit, with a listener to everything", heard, load),
          },
        ],
        floors: [{ ...edit, side: "floor" }],
        rounds: roundsOf(ground, { warmups: 15, rounds: 15 }),
      });
      return [block];
    }),
};
