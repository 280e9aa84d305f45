/** Server-sent events to one client, as long as it listens. */
import type { ServerResponse } from "node:http";
import { COMMON_HEADERS, type RawHeaders } from "./answers.js";

/** A client that leaves so much unread is not listening any more. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

export interface EventStreamOptions {
  readonly headers?: RawHeaders;
  readonly heartbeatMs: number;
  /** Told when the client is gone before the stream was ended from here. */
  readonly onGone?: () => void;
}

export class EventStream {
  readonly #response: ServerResponse;
  readonly #heartbeat: NodeJS.Timeout;
  #isOpen = true;

  constructor(response: ServerResponse, { headers = [], heartbeatMs, onGone }: EventStreamOptions) {
    this.#response = response;
    this.#heartbeat = setInterval(() => this.#write(": \n\n"), heartbeatMs).unref();
    response.once("close", () => {
      const wasOpen = this.#isOpen;
      this.#stop();
      if (wasOpen) onGone?.();
    });
    const fields = ["Content-Type", "text/event-stream", "X-Accel-Buffering", "no"];
    response.writeHead(200, [...COMMON_HEADERS, ...fields, ...headers]);
    response.flushHeaders();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** One message. */
  send(text: string, id?: string): void {
    this.#write(`event: message\n${id === undefined ? "" : `id: ${id}\n`}data: ${text}\n\n`);
  }

  /** An event without content, by whose id the client can ask for what comes after it. */
  prime(id: string, retryMs: number): void {
    this.#write(`id: ${id}\nretry: ${retryMs}\ndata: \n\n`);
  }

  end(): void {
    if (!this.#isOpen) return;
    this.#stop();
    this.#response.end();
  }

  #stop(): void {
    this.#isOpen = false;
    clearInterval(this.#heartbeat);
  }

  #write(text: string): void {
    if (!this.#isOpen) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#response.destroy();
  }
}
