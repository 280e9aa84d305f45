/**
 * The short way for the calls that an agent makes most: a look at a file by a client of an older revision, without
 * progress. They need nothing of the protocol's machinery, which takes longer than the look itself. Everything else goes
 * the ordinary way; so does a call that turns out to need a question, as if it had never been here.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { SavedFile } from "../session/saved-ledger.js";
import type { CallOptions, Toolkit } from "../toolkit.js";
import type { CallResult } from "../tools/run.js";

type RequestId = string | number;

export interface QuickCallsOptions {
  /** Undefined for as long as calls have to wait for it. */
  readonly findToolkit: () => Toolkit | undefined;
  /** Whether a tool is listed and changes nothing. */
  readonly isLook: (tool: string) => boolean;
  readonly canBeAsked: () => boolean;
  /** Whether an answer goes with what is known of the file it is about. */
  readonly keepsKnown?: boolean;
  readonly render: (result: CallResult, known: SavedFile | undefined) => object;
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  /** Sends a message the ordinary way. */
  readonly deliver: (message: JSONRPCMessage) => void;
}

const MAX_SPARE = 64;

interface QuickCall {
  readonly id: RequestId;
  readonly name: string;
  readonly args: unknown;
}

export class QuickCalls {
  readonly #options: QuickCallsOptions;
  readonly #running = new Map<RequestId, AbortController>();
  /** Of calls that ended unstopped, to be used again: making one takes as long as a small read. */
  readonly #spare: AbortController[] = [];

  constructor(options: QuickCallsOptions) {
    this.#options = options;
  }

  /** Takes a message if it is one for the short way, or cancels a call that is on it. */
  take(message: JSONRPCMessage): boolean {
    if (!("method" in message)) return false;
    if (message.method === "notifications/cancelled") return this.#cancel(message.params);
    const call = message.method === "tools/call" && "id" in message ? parseCall(message) : undefined;
    if (call === undefined || this.#running.has(call.id)) return false;
    const toolkit = this.#options.findToolkit();
    if (toolkit === undefined || !this.#options.isLook(call.name)) return false;
    void this.#run(call, toolkit, message);
    return true;
  }

  /** Stops every call that is on it; nobody is there any more for their answers. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
  }

  async #run({ id, name, args }: QuickCall, toolkit: Toolkit, message: JSONRPCMessage): Promise<void> {
    const controller = this.#spare.pop() ?? new AbortController();
    this.#running.set(id, controller);
    let needsQuestion = false;
    const onAsk = (): Promise<never> => {
      needsQuestion = true;
      controller.abort();
      // Never answered here: the call ends by the signal.
      return new Promise(() => undefined);
    };
    const { signal } = controller;
    let known: SavedFile | undefined;
    const options: CallOptions = {
      signal,
      ...(this.#options.canBeAsked() ? { onAsk } : {}),
      ...(this.#options.keepsKnown === true ? { onKnown: (file) => (known = file) } : {}),
    };
    const result = await toolkit.call(name, args, options);
    // Who has cancelled a call, or gone, wants neither its answer nor to be asked about it.
    const isWanted = this.#running.get(id) === controller;
    if (isWanted) this.#running.delete(id);
    if (!signal.aborted && this.#spare.length < MAX_SPARE) this.#spare.push(controller);
    if (!isWanted) return;
    if (needsQuestion) this.#options.deliver(message);
    else await this.#send(id, result, known);
  }

  async #send(id: RequestId, result: CallResult, known: SavedFile | undefined): Promise<void> {
    const { send, render } = this.#options;
    try {
      await send({ jsonrpc: "2.0", id, result: render(result, known) } as JSONRPCMessage);
    } catch {
      // The client has gone; its calls went with it.
    }
  }

  #cancel(params: unknown): boolean {
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    const running = this.#running.get(requestId as RequestId);
    if (running === undefined) return false;
    this.#running.delete(requestId as RequestId);
    running.abort();
    return true;
  }
}

/** Whether a message is a call for the short way. */
export function isPlainCall(message: JSONRPCMessage, isLook: (tool: string) => boolean): boolean {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return false;
  const call = parseCall(message);
  return call !== undefined && isLook(call.name);
}

/** A call with nothing about it but its tool and arguments. */
function parseCall({
  id,
  params,
}: {
  readonly id?: unknown;
  readonly params?: unknown;
}): QuickCall | undefined {
  if ((typeof id !== "string" && typeof id !== "number") || typeof params !== "object" || params === null)
    return undefined;
  const { name, arguments: args, ...others } = params as { name?: unknown; arguments?: unknown };
  if (typeof name !== "string" || Object.keys(others).length > 0) return undefined;
  return typeof args === "object" && args !== null && !Array.isArray(args) ? { id, name, args } : undefined;
}
