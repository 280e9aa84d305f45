/** What the two lanes have in common: a protocol server for whoever calls, over the conversation that is theirs. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpServer, Server } from "@modelcontextprotocol/server";
import type { Toolkit } from "../../toolkit.js";
import type { ServerParts } from "../conversation.js";
import type { NamePrincipal } from "./principal.js";

/** A request that was let in. */
export interface HttpCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly agent: string;
}

interface ServedConversation {
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
}
