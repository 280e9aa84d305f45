/**
 * The beginning of a connection, without the protocol's library: that is most of what a server would load before its first
 * answer, and a client that only looks at files never needs it. A client of an older revision is greeted, shown the list
 * and let look from here; its first other message brings the library in, to which the greeting is then repeated. A
 * connection that begins in any other way is the library's from its first message on.
 */
import type { ClientCapabilities, JSONRPCMessage } from "@modelcontextprotocol/server";
import type { ServerParts } from "../conversation.js";
import { capabilities, identityOf, nameClient } from "../introductions.js";

/** Revisions that begin with a greeting; the first is offered to a client that asks for one we do not know. */
export const GREETED_REVISIONS: readonly [string, ...string[]] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

export interface OpeningOptions {
  readonly parts: ServerParts;
  readonly send: (message: JSONRPCMessage) => Promise<void>;
  readonly looks: {
    /** Whether it is a plain look, which needs the engine and nothing else. */
    readonly suits: (message: JSONRPCMessage) => boolean;
    /** Loads the engine. */
    readonly prepare: () => Promise<unknown>;
    /** Takes a look, once the engine is there. */
    readonly take: (message: JSONRPCMessage) => boolean;
  };
  /** Brings the library in and repeats to it what was heard; the client has had the answers. */
  readonly handOver: (heard: readonly JSONRPCMessage[]) => Promise<void>;
  /** Sends a message the usual way, once the library is there. */
  readonly deliver: (message: JSONRPCMessage) => void;
}

interface Request {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export class Opening {
  readonly #options: OpeningOptions;
  readonly #heard: JSONRPCMessage[] = [];
  /** What has come while something was being loaded, in order. */
  readonly #backlog: JSONRPCMessage[] = [];
  #stage: "open" | "loading" | "over" = "open";
  #needsLibrary = false;
  #isPrepared = false;
  #client: ClientCapabilities | undefined;

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  /** What the client can do, if it was greeted here. */
  get client(): ClientCapabilities | undefined {
    return this.#client;
  }

  /** Takes every message until the library is there. */
  take(message: JSONRPCMessage): boolean {
    if (this.#stage === "over") return false;
    this.#backlog.push(message);
    if (this.#stage === "open") this.#goOn();
    return true;
  }

  /** Brings the library in for this one, however plain it looks. */
  pass(message: JSONRPCMessage): void {
    this.#needsLibrary = true;
    this.#backlog.push(message);
    if (this.#stage === "open") this.#goOn();
  }

  #goOn(): void {
    while (this.#stage === "open" && !this.#needsLibrary) {
      const message = this.#backlog[0];
      if (message === undefined) return;
      if (this.#answers(message)) this.#backlog.shift();
      else if (this.#letsLook && this.#options.looks.suits(message)) this.#look(message);
      else this.#needsLibrary = true;
    }
    if (this.#stage === "open") void this.#load(() => this.#options.handOver(this.#heard), "over");
  }

  /** Where a client has folders, nothing is looked at before the library has asked for them. */
  get #letsLook(): boolean {
    return this.#client !== undefined && this.#client.roots === undefined;
  }

  #look(message: JSONRPCMessage): void {
    const { looks } = this.#options;
    if (looks.take(message)) {
      this.#backlog.shift();
    } else if (this.#isPrepared) {
      // With the engine there it must be something else, such as an id that is in use: for the library to judge.
      this.#needsLibrary = true;
    } else {
      this.#isPrepared = true;
      void this.#load(looks.prepare, "open");
    }
  }

  /** Everything that comes meanwhile waits its turn. */
  async #load(load: () => Promise<unknown>, next: "open" | "over"): Promise<void> {
    this.#stage = "loading";
    try {
      await load();
    } catch (error) {
      // Without the library there is no server, and whoever installed it should hear why.
      if (next === "over") throw error;
      // An engine that can't be had: the usual way has the words for it.
      this.#needsLibrary = true;
    }
    this.#stage = next;
    if (next === "open") this.#goOn();
    else for (const message of this.#backlog.splice(0)) this.#options.deliver(message);
  }

  /** Answers what needs neither library nor engine, if the message is such. */
  #answers(message: JSONRPCMessage): boolean {
    if (!("method" in message)) return false;
    if (!("id" in message)) return this.#hears(message);
    const request = message as Request;
    // Nothing has been checked yet: an id may be anything.
    if (typeof request.id !== "string" && typeof request.id !== "number") return false;
    if (this.#client === undefined) return this.#greets(request);
    if (request.method === "ping") return this.#replies(request, {});
    return request.method === "tools/list" && isBare(request.params) && this.#lists(request);
  }

  #greets(request: Request): boolean {
    const greeting = parseGreeting(request);
    if (greeting === undefined) return false;
    const { parts } = this.#options;
    this.#client = greeting.capabilities;
    parts.conversation.introduce?.(nameClient(greeting.clientInfo));
    this.#heard.push(request);
    const isKnown = GREETED_REVISIONS.includes(greeting.protocolVersion);
    return this.#replies(request, {
      protocolVersion: isKnown ? greeting.protocolVersion : GREETED_REVISIONS[0],
      capabilities,
      serverInfo: identityOf(parts),
      instructions: parts.instructions,
    });
  }

  #hears(notification: JSONRPCMessage & { readonly method: string }): boolean {
    if (this.#client === undefined || notification.method !== "notifications/initialized") return false;
    this.#heard.push(notification);
    if (this.#client.roots !== undefined) {
      // The library asks for the client's folders, after the list that often comes along with this has been sent.
      setImmediate(() => {
        this.#needsLibrary = true;
        if (this.#stage === "open") this.#goOn();
      });
    }
    return true;
  }

  #lists(request: Request): boolean {
    const tools = this.#options.parts.tools();
    if (tools instanceof Promise) void tools.then((listed) => this.#replies(request, { tools: listed }));
    else this.#replies(request, { tools });
    return true;
  }

  #replies({ id }: Request, result: object): true {
    // The client may have gone meanwhile.
    this.#options.send({ jsonrpc: "2.0", id, result } as JSONRPCMessage).catch(() => undefined);
    return true;
  }
}

interface Greeting {
  readonly protocolVersion: string;
  readonly clientInfo: unknown;
  readonly capabilities: ClientCapabilities;
}

/** A greeting with all that belongs in it and nothing else; any other is for the library to judge. */
function parseGreeting({ method, params }: Request): Greeting | undefined {
  if (method !== "initialize" || !isObject(params)) return undefined;
  const { protocolVersion, capabilities, clientInfo, ...others } = params;
  if (Object.keys(others).length > 0 || typeof protocolVersion !== "string") return undefined;
  if (
    !isObject(clientInfo) ||
    typeof clientInfo["name"] !== "string" ||
    typeof clientInfo["version"] !== "string"
  )
    return undefined;
  return isObject(capabilities) && Object.values(capabilities).every(isObject)
    ? { protocolVersion, capabilities, clientInfo }
    : undefined;
}

function isBare(params: unknown): boolean {
  return params === undefined || (isObject(params) && Object.keys(params).length === 0);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
