/** Everything behind the entry, loaded with the first request that was let in: the engines, what happens in them, the routes. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ConsoleGround } from "../mcp/http/console-door.js";
import { sendWebResponse } from "../mcp/http/web-bridge.js";
import type { ServerInfo } from "./contract.js";
import { Engines } from "./engines.js";
import type { Admitted } from "./entry/api.js";
import { ActivityFeed } from "./feed/activity-feed.js";
import { followWorkspace } from "./feed/follow-workspace.js";
import type { UsageMeter } from "./feed/usage-meter.js";
import { createApi } from "./routes/api.js";

export interface OpenApi {
  answer(request: IncomingMessage, response: ServerResponse, admitted: Admitted): Promise<void>;
  close(): Promise<void>;
}

/** What other engines remember from this long before on is shown at first. */
const PAST_MS = 60 * 60 * 1000;

export function openApi(ground: ConsoleGround, usage: UsageMeter, startedAt: number): OpenApi {
  const { version, roots, origin } = ground;
  const { workspace } = ground.engine;
  const server: ServerInfo = { id: randomUUID(), version, startedAt, roots };
  const since = workspace.now() - PAST_MS;
  const engines = new Engines({ workspace, version, since });
  const feed = new ActivityFeed();
  engines.onEvent((engine, event) => {
    usage.note(event);
    feed.add(engine, event);
  });
  const ending = new AbortController();
  const engine = engines.all[0]?.info.id ?? "";
  void followWorkspace({ workspace, feed, engine, signal: ending.signal });
  const toolkit = ground.engine.openToolkit();
  toolkit.session.introduce("console");
  const api = createApi({ server, engines, feed, usage, toolkit, agents: ground.agents });
  return {
    async answer({ method = "GET", url = "/" }, response, { body, signal }) {
      const answer = await api.fetch(new Request(`${origin}${url}`, { method }), { body, signal });
      await sendUntil(signal, answer, response);
    },
    async close() {
      ending.abort();
      await engines.close();
      await toolkit.close();
    },
  };
}

/** What was not read when the login ends is not kept for later. */
async function sendUntil(signal: AbortSignal, answer: Response, response: ServerResponse): Promise<void> {
  const end = (): void => {
    if (response.writableNeedDrain) response.destroy();
  };
  signal.addEventListener("abort", end);
  try {
    await sendWebResponse(answer, response);
  } finally {
    signal.removeEventListener("abort", end);
  }
}
