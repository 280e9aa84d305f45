/** What the routes stand on. */
import type { Hono } from "hono";
import type { TokensView } from "../../mcp/http/agent-sessions.js";
import type { Toolkit } from "../../toolkit.js";
import type { ServerInfo } from "../contract.js";
import type { Engines } from "../engines.js";
import type { ActivityFeed } from "../feed/activity-feed.js";
import type { UsageMeter } from "../feed/usage-meter.js";

export interface ConsoleParts {
  readonly server: ServerInfo;
  readonly engines: Engines;
  readonly feed: ActivityFeed;
  readonly usage: UsageMeter;
  readonly agents: TokensView;
  /** The person's own, over the server's workspace: it looks, explains and takes back, and never calls a tool. */
  readonly toolkit: Toolkit;
}

/** What comes with a request that was let in: its body, read and parsed, and what ends it. */
export interface Admission {
  readonly body: unknown;
  readonly signal: AbortSignal;
}

export type Api = Hono<{ Bindings: Admission }>;
