/**
 * A client that takes as little as possible of the time it measures: answers are counted by their newlines, which JSON has
 * none of inside, and not parsed. Whoever wants to know what is in one asks for it by itself.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type Flood, INITIALIZE, INITIALIZED, MODERN_META, RequestWriter } from "./requests.js";
import type { RawClient } from "./server-reader.js";
import type { StdioServer } from "./stdio-server.js";

/** A server that is silent for this long is given up. */
const PATIENCE_MS = 60_000;
/** One that does not end with its input is ended. */
const ENDING_MS = 2000;
const NEWLINE = 10;

export class RawStdioClient implements RawClient {
  readonly #server: ChildProcessByStdio<Writable, Readable, null>;
  readonly #isModern: boolean;
  readonly #writer = new RequestWriter();
  #take: (chunk: Buffer) => void = () => undefined;
  #fail: (cause: Error) => void = () => undefined;

  private constructor({ words, environment, isModern }: StdioServer) {
    this.#isModern = isModern === true;
    this.#server = spawn(process.execPath, words, {
      stdio: ["pipe", "pipe", "ignore"],
      env: environment,
      windowsHide: true,
    });
    this.#server.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#server.stdin.on("error", (cause) => this.#fail(cause));
    this.#server.once("error", (cause) => this.#fail(cause));
    this.#server.once("exit", (code, signal) =>
      this.#fail(new Error(`the server ended with ${code ?? signal}`)),
    );
  }

  /** Starts a server and has it list its tools. */
  static async open(server: StdioServer): Promise<RawStdioClient> {
    const client = new RawStdioClient(server);
    if (server.isModern !== true) {
      await client.ask("initialize", INITIALIZE);
      client.#server.stdin.write(`${INITIALIZED}\n`);
    }
    const listed = await client.ask("tools/list", {});
    if (!listed.includes('"tools":[')) throw new Error(`${server.name} lists no tools`);
    return client;
  }

  get processId(): number {
    return this.#server.pid ?? 0;
  }

  /** One request and the line that answers it. */
  async ask(method: string, params: object): Promise<string> {
    const parts: Buffer[] = [];
    await this.#converse((finish) => {
      this.#take = (chunk) => {
        parts.push(chunk);
        if (chunk.includes(NEWLINE)) finish();
      };
      this.#server.stdin.write(this.#requestsOf(method, params)(1));
    });
    return Buffer.concat(parts).toString("utf8");
  }

  /** Makes many requests; answers how many bytes came back. */
  async flood({ method, params, count, inFlight }: Flood): Promise<number> {
    const requests = this.#requestsOf(method, params);
    let sent = 0;
    let answered = 0;
    let bytes = 0;
    const send = (wanted: number): void => {
      const number = Math.min(wanted, count - sent);
      sent += number;
      if (number > 0) this.#server.stdin.write(requests(number));
    };
    await this.#converse((finish) => {
      this.#take = (chunk) => {
        const lines = countNewlines(chunk);
        bytes += chunk.length;
        answered += lines;
        if (answered >= count) finish();
        else send(lines);
      };
      send(inFlight);
    });
    return bytes;
  }

  /** Ends the server as a client does that has no more use for it. */
  async close(): Promise<void> {
    const { exitCode, signalCode } = this.#server;
    if (exitCode !== null || signalCode !== null) return;
    const ended = once(this.#server, "exit");
    this.#fail = () => undefined;
    this.#server.stdin.end();
    const waiting = new AbortController();
    const late = pause(ENDING_MS, undefined, { signal: waiting.signal }).then(
      () => this.#server.kill("SIGKILL"),
      () => undefined,
    );
    await ended;
    waiting.abort();
    await late;
  }

  #requestsOf(method: string, params: object): (count: number) => string {
    const full = this.#isModern ? { ...params, _meta: MODERN_META } : params;
    const next = this.#writer.prepare(method, full);
    return (count) => {
      let lines = "";
      for (let made = 0; made < count; made += 1) lines += `${next()}\n`;
      return lines;
    };
  }

  #converse(begin: (finish: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("no answer in a minute")), PATIENCE_MS);
      this.#fail = (cause) => {
        clearTimeout(timer);
        reject(cause);
      };
      begin(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}

function countNewlines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
