/**
 * The conversation with one language server that runs. Every wait is bounded, nothing here throws or rejects, and a server
 * that floods, prints nonsense or no longer takes what it is told can neither fill our memory nor keep us from other work.
 */

import type { MessageConnection } from "vscode-jsonrpc/node";
import type { GuardedProgram } from "../process/guarded-program.js";
import { createMessageStreams } from "./message-streams.js";
import { asRecord } from "./read-diagnostics.js";

/** What the server asks of us or tells us. Answers are what is sent back; throwing is answered as an error. */
export interface ConversationHandlers {
  readonly requests: Readonly<Record<string, (params: unknown) => unknown>>;
  readonly notifications: Readonly<Record<string, (params: unknown) => void>>;
}

export type Answer =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly code: number; readonly message: string; readonly data: unknown }
  /** None came in time, it was no longer wanted, or there is nobody to give one. */
  | { readonly kind: "none" };

export interface RequestBounds {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A server that leaves so many requests in a row without an answer, and says nothing else either, is stuck. */
const MAX_UNANSWERED = 3;
/** With these our own library says that the conversation is over or can't be held. */
const OWN_CODES = { from: -32099, to: -32096 } as const;
/** Between the end of a server's output and its own. */
const LEAVING_MS = 1000;

export class Connection {
  readonly #program: GuardedProgram;
  readonly #rpc: MessageConnection;
  readonly #library: Library;
  #unanswered = 0;
  /** Why we ended it, if we did. */
  #verdict: string | undefined;

  private constructor(program: GuardedProgram, rpc: MessageConnection, library: Library) {
    this.#program = program;
    this.#rpc = rpc;
    this.#library = library;
  }

  /** Undefined when the program could not be started; its end tells why. */
  static async open(
    program: GuardedProgram,
    handlers: ConversationHandlers,
  ): Promise<Connection | undefined> {
    const protocol = await import("vscode-jsonrpc/node");
    const { input, output } = program;
    if (input === undefined || output === undefined) return undefined;
    const { reader, writer } = createMessageStreams(protocol, input, output, {
      onHeard: () => (connection.#unanswered = 0),
      onOver: (problem) => connection.#noteOutputEnd(problem),
      onUntaken: () => connection.end("no longer takes what it is told"),
    });
    const rpc = protocol.createMessageConnection(reader, writer);
    const connection: Connection = new Connection(program, rpc, {
      createCancellation: () => new protocol.CancellationTokenSource(),
      isAnswer: (cause) => cause instanceof protocol.ResponseError,
    });
    for (const [method, answer] of Object.entries(handlers.requests)) rpc.onRequest(method, answer);
    for (const [method, hear] of Object.entries(handlers.notifications)) rpc.onNotification(method, hear);
    // The end of the program tells all there is to tell.
    rpc.onError(() => undefined);
    rpc.listen();
    void program.ended.then(() => rpc.dispose());
    return connection;
  }

  /** Why the conversation was ended from this side; undefined when it was not. */
  get verdict(): string | undefined {
    return this.#verdict;
  }

  notify(method: string, params?: object): void {
    if (!this.#canBeTold()) return;
    void this.#sending(() => this.#rpc.sendNotification(method, params));
  }

  async request(method: string, params: object | undefined, bounds: RequestBounds): Promise<Answer> {
    const { timeoutMs, signal } = bounds;
    if (!this.#canBeTold() || signal?.aborted === true) return { kind: "none" };
    const cancellation = this.#library.createCancellation();
    let giveUp = (): void => undefined;
    const givenUp = new Promise<Answer>((resolve) => {
      giveUp = () => {
        cancellation.cancel();
        resolve({ kind: "none" });
      };
    });
    const timer = setTimeout(() => {
      giveUp();
      this.noteSilence();
    }, timeoutMs).unref();
    signal?.addEventListener("abort", giveUp, { once: true });
    const answered = this.#sending(() => this.#rpc.sendRequest(method, params, cancellation.token));
    const answer = await Promise.race([answered, givenUp]);
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    return answer;
  }

  /** A conversation that is over throws, or rejects, as it comes. */
  async #sending(send: () => Promise<unknown>): Promise<Answer> {
    try {
      return { kind: "result", result: await send() };
    } catch (cause) {
      const { code, message, data } = asRecord(cause);
      if (typeof code !== "number" || !this.#library.isAnswer(cause)) return { kind: "none" };
      if (code >= OWN_CODES.from && code <= OWN_CODES.to) return { kind: "none" };
      return { kind: "error", code, message: String(message), data };
    }
  }

  /** An answer that had to come has not come. */
  noteSilence(): void {
    this.#unanswered += 1;
    if (this.#unanswered >= MAX_UNANSWERED) this.end("no longer answers");
  }

  /** Says the last there is to say. */
  async leave(): Promise<void> {
    await this.#sending(() => this.#rpc.sendNotification("exit"));
    this.#program.input?.end();
  }

  /** Kills the server; `why` is told as the reason for its end. */
  end(why: string): void {
    this.#verdict ??= why;
    this.#program.kill();
  }

  #noteOutputEnd(problem: string | undefined): void {
    if (problem !== undefined) return this.end(problem);
    // It usually ends just now.
    const timer = setTimeout(() => this.end("has closed its output"), LEAVING_MS).unref();
    void this.#program.ended.finally(() => clearTimeout(timer));
  }

  #canBeTold(): boolean {
    const { input } = this.#program;
    return input !== undefined && !input.destroyed;
  }
}

/** What is needed of the protocol's library once it is loaded. */
interface Library {
  readonly createCancellation: () => Cancellation;
  readonly isAnswer: (cause: unknown) => boolean;
}

interface Cancellation {
  readonly token: import("vscode-jsonrpc/node").CancellationToken;
  cancel(): void;
}
