/**
 * The console: a page for the person whose files the agents work on. Until somebody opens it, all there is of it is a door
 * that knows who may come in, and counters.
 */
import type { ConsoleDoor, ConsoleGround } from "../mcp/http/console-door.js";
import { createEntry } from "./entry/entry.js";
import { UsageMeter } from "./feed/usage-meter.js";
import type { OpenApi } from "./open-api.js";

export async function openConsole(ground: ConsoleGround): Promise<ConsoleDoor> {
  const { workspace } = ground.engine;
  const startedAt = workspace.now();
  const usage = new UsageMeter(workspace.now);
  const stopCounting = workspace.events.observe((event) => usage.note(event));
  const entry = createEntry({ ground });
  let opening: Promise<OpenApi> | undefined;
  return {
    createLink: () => entry.createLink(),
    async handle(request, response) {
      const admitted = await entry.admit(request, response);
      if (admitted === undefined) return;
      opening ??= import("./open-api.js").then(({ openApi }) => openApi(ground, usage, startedAt));
      // What could not be opened is tried again with the next request.
      opening.catch(() => (opening = undefined));
      await (await opening).answer(request, response, admitted);
    },
    async close() {
      stopCounting();
      entry.close();
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
