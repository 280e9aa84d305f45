/** `filewright mcp` as a process whose every line is looked at, driven by hand. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import type { Called } from "./results.js";
import { program, type World } from "./world.js";

export type Message = Readonly<Record<string, unknown>> & {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Called & Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

export interface RawServerOptions {
  readonly words?: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Waits until something is there; so many rounds that only what hangs is not waited for. */
export async function until<Found>(look: () => Found | undefined | false, what: string): Promise<Found> {
  for (let round = 0; round < 2500; round += 1) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await wait(8);
  }
  throw new Error(`waited in vain for ${what}`);
}

export class RawServer {
  readonly child: ChildProcessWithoutNullStreams;
  /** Everything that came out, line by line, in order. */
  readonly messages: Message[] = [];
  /** Lines on standard output that are not JSON-RPC 2.0. There must be none. */
  readonly strayLines: string[] = [];
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #errors = "";
  #rest: Buffer[] = [];
  #ids = 1000;

  constructor(world: World, { words = [], cwd = world.files.root, environment = {} }: RawServerOptions = {}) {
    this.child = spawn(process.execPath, [program, "mcp", ...words], {
      cwd,
      env: { ...world.environment, ...environment },
    });
    this.child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    this.child.stderr.on("data", (chunk: Buffer) => {
      this.#errors += chunk.toString("utf8");
    });
    // A server that has ended does not read what is still sent to it.
    this.child.stdin.on("error", () => undefined);
    this.ended = once(this.child, "close").then(([code, signal]) => ({ code, signal }));
    onTestFinished(async () => {
      this.child.stdin.destroy();
      this.child.kill("SIGKILL");
      await this.ended;
    });
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get errors(): string {
    return this.#errors;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends bytes as they are. Resolves when the pipe has room again. */
  async write(bytes: string | Uint8Array): Promise<void> {
    if (!this.child.stdin.write(bytes)) {
      // A server that ends meanwhile breaks the pipe; that is for the test to judge, by how it ended.
      const drained = once(this.child.stdin, "drain").catch(() => undefined);
      await Promise.race([drained, this.ended]);
    }
  }

  send(message: object): Promise<void> {
    return this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  notify(method: string, params?: object): Promise<void> {
    return this.send({ method, ...(params === undefined ? {} : { params }) });
  }

  /** The answer to a request, error or result. */
  async request(
    method: string,
    params: object = {},
    id: string | number = (this.#ids +=
      1),
  ): Promise<Message> {
    const from = this.messages.length;
    await this.send({ id, method, params });
    return this.answerTo(id, from);
  }

  /** The first answer with this id among the messages from `from` on. */
  answerTo(id: unknown, from = 0): Promise<Message> {
    return this.message(
      (message) => message.id === id && message.method === undefined,
      `an answer to ${String(id)}`,
      from,
    );
  }

  message(matches: (message: Message) => boolean, what: string, from = 0): Promise<Message> {
    return until(() => this.messages.slice(from).find(matches), `${what}; stderr: ${this.#errors}`);
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.#rest.push(rest.subarray(0, end));
      this.#keep(Buffer.concat(this.#rest).toString("utf8"));
      this.#rest = [];
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) this.#rest.push(rest);
  }

  #keep(line: string): void {
    const message = parse(line);
    if (message === undefined) this.strayLines.push(line);
    else this.messages.push(message);
  }

  /** Asserts that nothing but protocol came out. */
  expectOnlyProtocol(): void {
    expect(this.strayLines).toEqual([]);
    expect(Buffer.concat(this.#rest).toString("utf8")).toBe("");
  }
}

/** JSON-RPC 2.0 by its own rules: a request, a notification, or an answer with exactly one of result and error. */
function parse(line: string): Message | undefined {
  try {
    const message = JSON.parse(line) as Message | null;
    if (typeof message !== "object" || message === null || message["jsonrpc"] !== "2.0") return undefined;
    const { id, method, result, error } = message;
    const isId = typeof id === "string" || typeof id === "number";
    if (method !== undefined)
      return typeof method === "string" && (id === undefined || isId) && result === undefined
        ? message
        : undefined;
    if ((result === undefined) === (error === undefined)) return undefined;
    const isErrorOfNobody = error !== undefined && (id === null || id === undefined);
    return isId || isErrorOfNobody ? message : undefined;
  } catch {
    return undefined;
  }
}
