/** Messages by way of the protocol's library, for a connection that has begun without it or not at all. */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerParts } from "../conversation.js";
import { createProtocolServer } from "../protocol-server.js";
import { followClientRoots, type RootsFollower } from "./client-roots.js";
import type { LineTransport } from "./line-transport.js";

export interface OrdinaryWayOptions {
  readonly parts: ServerParts;
  readonly line: LineTransport;
  readonly roots: RootsFollower;
  /** Messages that the client has had the answers to. */
  readonly heard: readonly JSONRPCMessage[];
  readonly onNote: (note: string) => void;
}

export interface OrdinaryWay {
  readonly deliver: (message: JSONRPCMessage) => void;
  readonly close: () => Promise<void>;
}

export function takeOrdinaryWay({ parts, line, roots, heard, onNote }: OrdinaryWayOptions): OrdinaryWay {
  const wire = new HandedLine(line, heard);
  const handle = serveStdio(
    ({ era }) => {
      const server = createProtocolServer(parts);
      if (era === "legacy") followClientRoots(server, roots);
      return server;
    },
    { transport: wire, onerror: ({ message }) => onNote(message) },
  );
  const deliver = (message: JSONRPCMessage): void => wire.onmessage?.(message);
  for (const message of heard) deliver(message);
  return { deliver, close: () => handle.close() };
}

/** A line that is read already, as the library knows one; answers that the client has had are not sent again. */
class HandedLine implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #line: LineTransport;
  readonly #answered: Set<string | number>;

  constructor(line: LineTransport, heard: readonly JSONRPCMessage[]) {
    this.#line = line;
    this.#answered = new Set(
      heard.flatMap((message) => ("id" in message ? [message.id as string | number] : [])),
    );
    line.onClose = () => this.onclose?.();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const isAnswer = "id" in message && !("method" in message);
    if (isAnswer && this.#answered.delete(message.id as string | number)) return Promise.resolve();
    return this.#line.send(message);
  }

  close(): Promise<void> {
    return this.#line.close();
  }
}
