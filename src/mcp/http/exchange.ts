/**
 * One POST of a session and what is answered to it. As long as there is nothing but answers they leave as plain JSON; the
 * first progress or question turns the answer into a stream of events. A client that loses the stream can come back for
 * the rest of it.
 */
import type { ServerResponse } from "node:http";
import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import { answerEmpty, answerJson, answerRefusal, type RawHeaders } from "./answers.js";
import type { EventLog } from "./event-log.js";
import { EventStream } from "./event-stream.js";

export interface ExchangeOptions {
  readonly ids: Iterable<RequestId>;
  readonly isBatch: boolean;
  readonly headers: RawHeaders;
  readonly heartbeatMs: number;
  /** Where events are kept; none for revisions that can't come back for them. */
  readonly log: EventLog | undefined;
}

/** How long a client whose stream was closed shall wait before it comes back. */
const RETRY_MS = 1000;

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #open: Set<RequestId>;
  readonly #answers: string[] = [];
  readonly #response: ServerResponse;
  #stream: EventStream | undefined;
  /** The stream's number in the log, once there is a stream. */
  #number: number | undefined;

  constructor(response: ServerResponse, options: ExchangeOptions) {
    this.#response = response;
    this.#options = options;
    this.#open = new Set(options.ids);
  }

  get stream(): number | undefined {
    return this.#number;
  }

  /** Something that comes before an answer. Throws when nobody will ever see it. */
  notify(message: JSONRPCMessage): void {
    this.#beginStream();
    // A stream that is in the log can be asked for again; another one, once it is lost, is lost for good.
    if (this.#stream?.isOpen !== true && this.#number === undefined) throw new Error("the client is gone");
    this.#sendEvent(JSON.stringify(message));
  }

  answer(id: RequestId, message: JSONRPCMessage): void {
    const text = JSON.stringify(message);
    if (this.#number === undefined && this.#stream === undefined) this.#answers.push(text);
    else this.#sendEvent(text);
    this.#settle(id);
  }

  /** There will be no answer to this request: it was cancelled. */
  drop(id: RequestId): void {
    this.#settle(id);
  }

  /** Closes the stream, so that the client comes back for the rest when it likes. */
  suspend(): void {
    if (this.#options.log === undefined) return;
    this.#beginStream();
    this.#stream?.end();
  }

  /** Goes on over another connection. */
  resume(stream: EventStream): void {
    this.#stream?.end();
    this.#stream = stream;
  }

  /** Ends what is left of it without answers. */
  end(): void {
    if (this.#stream === undefined)
      answerRefusal(this.#response, { status: 503, message: "The session has ended." });
    else this.#stream.end();
  }

  #beginStream(): void {
    if (this.#stream !== undefined || this.#response.destroyed) return;
    const { headers, heartbeatMs, log } = this.#options;
    this.#stream = new EventStream(this.#response, { headers, heartbeatMs });
    this.#number = log?.openStream();
    if (log !== undefined && this.#number !== undefined) this.#stream.prime(log.mark(this.#number), RETRY_MS);
    // Answers of a batch that were there before.
    for (const text of this.#answers.splice(0)) this.#sendEvent(text);
  }

  #sendEvent(text: string): void {
    const { log } = this.#options;
    const id = this.#number === undefined ? undefined : log?.add(this.#number, text);
    this.#stream?.send(text, id);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size > 0) return;
    if (this.#stream !== undefined) {
      this.#stream.end();
      return;
    }
    const { isBatch, headers } = this.#options;
    const [first] = this.#answers;
    // Nobody waits for the answer to a cancelled request.
    if (first === undefined) answerEmpty(this.#response, 202, headers);
    else answerJson(this.#response, isBatch ? `[${this.#answers.join(",")}]` : first, { headers });
  }
}
