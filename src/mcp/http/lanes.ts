/** What the two lanes have in common: a protocol server for whoever calls, over the conversation that is theirs. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServer, Server } from "@modelcontextprotocol/server";
import type { Toolkit } from "../../toolkit.js";
import type { ServerParts } from "../conversation.js";
import type { AgentToken } from "./agent-token-file.js";
import type { Refusal } from "./answers.js";
import type { NamePrincipal } from "./principal.js";

/** A request that was let in. */
export interface HttpCall extends Caller {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Who calls: a session is found again only by the same. */
export interface Caller {
  /** The name in the address. */
  readonly agent: string;
  /** The agent's own token; undefined for the server's. */
  readonly token: AgentToken | undefined;
}

/** What bounds are counted by: the token, never anything that a client says of itself. */
export function holderOf({ token }: Pick<Caller, "token">): string {
  return token?.digest ?? "own";
}

/** What the agent is called: a name that its token proves comes first. */
export function nameAgent({ agent, token }: Caller): string {
  if (token === undefined) return agent;
  return agent === "" || agent === token.name ? token.name : `${token.name}/${agent}`;
}

interface ServedConversation {
  readonly token: AgentToken | undefined;
  readonly principal: string;
  /** What it is called where people look on. */
  readonly name: string;
  /** Answers with the conversation's toolkit, made with the given function if there is none yet. */
  readonly openToolkit: (open: () => Toolkit) => Toolkit;
  readonly dedup?: boolean;
  readonly showsVersions?: boolean;
}

/** Makes the protocol's side of a server; the usual one has the tools and nothing else. */
export type CreateServer = (parts: ServerParts) => McpServer | Server;

export interface Serving {
  readonly namePrincipal: NamePrincipal;
  readonly partsFor: (conversation: ServedConversation) => ServerParts;
  readonly createServer: CreateServer;
  readonly heartbeatMs: number;
  readonly maxCallsPerSession: number;
  readonly maxCallsPerToken: number;
}

export const tooManyCalls: Refusal = {
  status: 429,
  message:
    "Too many requests of this session or token are under way. Wait for some of their responses, then send it again.",
  headers: ["Retry-After", "1"],
};
