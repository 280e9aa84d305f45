/** A client over HTTP that keeps its connections and counts what comes back, without parsing it. */
import { Agent, type IncomingHttpHeaders, request as startRequest } from "node:http";
import type { RunningServer } from "./http-server.js";
import {
  type Flood,
  INITIALIZE,
  INITIALIZED,
  MODERN_META,
  MODERN_REVISION,
  RequestWriter,
  SESSION_REVISION,
} from "./requests.js";
import type { RawClient } from "./server-reader.js";

/** A server that is silent for this long is given up. */
const PATIENCE_MS = 60_000;

export interface RawHttpOptions {
  readonly isModern: boolean;
  /** So many connections at most. */
  readonly connections: number;
}

interface Answer {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly parts: readonly Buffer[];
}

export class RawHttpClient implements RawClient {
  readonly #server: RunningServer;
  readonly #isModern: boolean;
  readonly #agent: Agent;
  readonly #writer = new RequestWriter();
  #headers: Record<string, string>;

  private constructor(server: RunningServer, { isModern, connections }: RawHttpOptions) {
    this.#server = server;
    this.#isModern = isModern;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(server.token === "" ? {} : { authorization: `Bearer ${server.token}` }),
      ...(isModern ? { "mcp-protocol-version": MODERN_REVISION } : {}),
    };
  }

  /** Opens a session, where there are sessions. */
  static async connect(server: RunningServer, options: RawHttpOptions): Promise<RawHttpClient> {
    const client = new RawHttpClient(server, options);
    if (options.isModern) return client;
    const opened = await client.#post(client.#writer.prepare("initialize", INITIALIZE)(), client.#headers);
    const session = opened.headers["mcp-session-id"];
    client.#headers = {
      ...client.#headers,
      "mcp-protocol-version": SESSION_REVISION,
      ...(typeof session === "string" ? { "mcp-session-id": session } : {}),
    };
    await client.#post(INITIALIZED, client.#headers);
    return client;
  }

  get processId(): number {
    return this.#server.processId;
  }

  async ask(method: string, params: object): Promise<string> {
    const { next, headers } = this.#prepare(method, params);
    const { parts, headers: answered } = await this.#post(next(), headers);
    const text = Buffer.concat(parts).toString("utf8");
    return answered["content-type"]?.startsWith("text/event-stream") === true ? findData(text) : text;
  }

  async flood({ method, params, count, inFlight }: Flood): Promise<number> {
    const { next, headers } = this.#prepare(method, params);
    let left = count;
    let bytes = 0;
    const work = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const answer = await this.#post(next(), headers);
        bytes += answer.bytes;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, work));
    return bytes;
  }

  /** Lets its connections go; the server lives on. */
  close(): Promise<void> {
    this.#agent.destroy();
    return Promise.resolve();
  }

  #prepare(method: string, params: object): { next: () => string; headers: Record<string, string> } {
    if (!this.#isModern) return { next: this.#writer.prepare(method, params), headers: this.#headers };
    const name = "name" in params ? { "mcp-name": String(params.name) } : {};
    return {
      next: this.#writer.prepare(method, { ...params, _meta: MODERN_META }),
      headers: { ...this.#headers, "mcp-method": method, ...name },
    };
  }

  #post(body: string, headers: Record<string, string>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = startRequest(
        this.#server.url,
        {
          method: "POST",
          agent: this.#agent,
          headers: { ...headers, "content-length": Buffer.byteLength(body) },
          timeout: PATIENCE_MS,
        },
        (response) => {
          const parts: Buffer[] = [];
          let bytes = 0;
          response.on("data", (part: Buffer) => {
            bytes += part.length;
            parts.push(part);
          });
          response.on("error", reject);
          response.on("end", () => {
            const { statusCode = 0, headers: answered } = response;
            if (statusCode < 300) resolve({ headers: answered, bytes, parts });
            else reject(new Error(`${statusCode}: ${Buffer.concat(parts).toString("utf8").slice(0, 300)}`));
          });
        },
      );
      request.on("timeout", () => request.destroy(new Error("no answer in a minute")));
      request.on("error", reject);
      request.end(body);
    });
  }
}

/** What the first event with a message brings. */
function findData(stream: string): string {
  const line = stream.split("\n").find((each) => each.startsWith("data: {"));
  return line?.slice("data: ".length) ?? "{}";
}
