/**
 * A session's messages over HTTP, for the protocol's revisions that have sessions. It does what the protocol's own
 * transport does, without building the web's request and response objects around every message.
 */
import type { ServerResponse } from "node:http";
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { RawHeaders } from "./answers.js";
import { EventLog } from "./event-log.js";
import { EventStream } from "./event-stream.js";
import { Exchange } from "./exchange.js";

/** The first revision in which a client can come back for a stream that it has lost. */
const RESUMABLE_SINCE = "2025-11-25";

export class SessionTransport implements Transport {
  readonly sessionId: string;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  /** Sees every message first; true when it has taken it. */
  intercept: (message: JSONRPCMessage) => boolean = () => false;
  /** Told when the session has ended, after whoever serves it. */
  onEnd: () => void = () => undefined;
  readonly #heartbeatMs: number;
  readonly #headers: RawHeaders;
  readonly #exchanges = new Map<RequestId, Exchange>();
  readonly #log = new EventLog();
  #listening: EventStream | undefined;
  #isResumable = false;
  #isClosed = false;

  constructor(sessionId: string, { heartbeatMs }: { readonly heartbeatMs: number }) {
    this.sessionId = sessionId;
    this.#heartbeatMs = heartbeatMs;
    this.#headers = ["Mcp-Session-Id", sessionId];
  }

  /** Whether a call runs or someone listens. */
  get isBusy(): boolean {
    return this.isCalled || this.#listening?.isOpen === true;
  }

  get isCalled(): boolean {
    return this.#exchanges.size > 0;
  }

  /** The number of requests that are being answered. */
  get calls(): number {
    return this.#exchanges.size;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  setProtocolVersion(version: string): void {
    this.#isResumable = version >= RESUMABLE_SINCE;
  }

  /** Whether a request with this id is being answered: another one could not be told from it. */
  isOpen(id: RequestId): boolean {
    return this.#exchanges.has(id);
  }

  /** Messages of one POST, at least one of them a request. */
  exchange(
    messages: readonly JSONRPCMessage[],
    response: ServerResponse,
    { isBatch }: { readonly isBatch: boolean },
  ): void {
    const ids = messages.filter((message) => isJSONRPCRequest(message)).map(({ id }) => id);
    const exchange = new Exchange(response, {
      ids,
      isBatch,
      headers: this.#headers,
      heartbeatMs: this.#heartbeatMs,
      log: this.#isResumable ? this.#log : undefined,
    });
    for (const id of ids) this.#exchanges.set(id, exchange);
    for (const message of messages) this.#dispatch(message, exchange);
  }

  /** Messages of one POST that have no answer. */
  accept(messages: readonly JSONRPCMessage[]): void {
    for (const message of messages) this.#dispatch(message, undefined);
  }

  #dispatch(message: JSONRPCMessage, exchange: Exchange | undefined): void {
    if (!this.intercept(message)) this.#deliver(message, exchange);
    if ("method" in message && message.method === "notifications/cancelled") {
      const id = message.params?.["requestId"] as RequestId | undefined;
      if (id !== undefined) this.#take(id)?.drop(id);
    }
  }

  #deliver(message: JSONRPCMessage, exchange: Exchange | undefined): void {
    const canSuspend = this.#isResumable && exchange !== undefined;
    this.onmessage?.(
      message,
      canSuspend
        ? {
            closeSSEStream: () => exchange.suspend(),
            closeStandaloneSSEStream: () => this.#listening?.end(),
          }
        : {},
    );
  }

  /** Opens the stream for what belongs to no request; false when there is one already. */
  listen(response: ServerResponse): boolean {
    if (this.#listening?.isOpen === true) return false;
    this.#listening = this.#openStream(response);
    return true;
  }

  /** Sends what came after an event, and goes on from there; false when that can't be told any more. */
  resume(lastEventId: string, response: ServerResponse): boolean {
    const found = this.#log.findAfter(lastEventId);
    if (found === undefined) return false;
    const stream = this.#openStream(response);
    for (const { id, text } of found.events) stream.send(text, id);
    const exchange = [...this.#exchanges.values()].find((each) => each.stream === found.stream);
    if (exchange === undefined) stream.end();
    else exchange.resume(stream);
    return true;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !("method" in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    if (id === undefined) {
      this.#sendUnasked(message);
      return;
    }
    // Nobody waits any more for an answer that finds no exchange.
    if (isAnswer) this.#take(id)?.answer(id, message);
    else this.#exchanges.get(id)?.notify(message);
  }

  #take(id: RequestId): Exchange | undefined {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    return exchange;
  }

  #sendUnasked(message: JSONRPCMessage): void {
    if (this.#listening?.isOpen === true) this.#listening.send(JSON.stringify(message));
    else if (isJSONRPCRequest(message)) throw new Error("the client does not listen");
  }

  #openStream(response: ServerResponse): EventStream {
    return new EventStream(response, { headers: this.#headers, heartbeatMs: this.#heartbeatMs });
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    for (const exchange of this.#exchanges.values()) exchange.end();
    this.#exchanges.clear();
    this.#listening?.end();
    this.onclose?.();
    this.onEnd();
    return Promise.resolve();
  }
}
