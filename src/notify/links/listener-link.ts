/**
 * A listener's connection to one engine: what it asks of the engine's desk, each request bounded in time. The engine need not
 * be who it says it is, so that what it answers is for the asker to check, and what it answers unasked is passed over.
 */
import type { LocalSocket } from "../../process/local-socket.js";
import { attendingMessage, type DeskReply, requestMessage } from "./desk-messages.js";
import { renderMessage } from "./json-lines.js";
import type { EngineInfo } from "./protocol.js";

const REQUEST_MS = 10_000;
/** More than a page asks for at once; whoever waits for more is not being answered. */
const MAX_PENDING = 64;

interface Pending {
  readonly settle: (outcome: DeskReply["outcome"]) => void;
  readonly timer: NodeJS.Timeout;
}

export class ListenerLink {
  readonly engine: EngineInfo;
  readonly #socket: LocalSocket;
  readonly #pending = new Map<number, Pending>();
  #asked = 0;

  constructor(engine: EngineInfo, socket: LocalSocket) {
    this.engine = engine;
    this.#socket = socket;
  }

  /** Rejects with a sentence for the person: the engine's own, or why it did not answer. */
  request(method: string, params: unknown = {}): Promise<unknown> {
    if (this.#socket.destroyed) return Promise.reject(new Error(GONE));
    if (this.#pending.size >= MAX_PENDING) return Promise.reject(new Error(SILENT));
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const settle = (outcome: DeskReply["outcome"]): void => {
        clearTimeout(timer);
        this.#pending.delete(id);
        if ("error" in outcome) reject(new Error(outcome.error));
        else resolve(outcome.result);
      };
      const timer = setTimeout(() => settle({ error: SILENT }), REQUEST_MS);
      this.#pending.set(id, { settle, timer });
      this.#socket.write(renderMessage(requestMessage({ id, method, params })));
    });
  }

  /** Says whether a person is there. */
  tellAttending(is: boolean): void {
    if (!this.#socket.destroyed) this.#socket.write(renderMessage(attendingMessage(is)));
  }

  hear({ id, outcome }: DeskReply): void {
    this.#pending.get(id)?.settle(outcome);
  }

  /** Lets go of the engine, which may come again. */
  close(): void {
    this.#socket.destroy();
  }

  /** The engine has gone. */
  end(): void {
    for (const { settle } of this.#pending.values()) settle({ error: GONE });
  }
}

const GONE = "This program has ended, or closed its connection.";
const SILENT = "This program did not answer in time.";
