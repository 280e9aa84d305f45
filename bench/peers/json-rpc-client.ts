/** The least a client of a stdio server can be: newline-delimited JSON-RPC, answers matched by id. */
import type { ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { memberOf } from "./adapter.js";

interface Waiting {
  resolve(result: unknown): void;
  reject(cause: Error): void;
}

export class JsonRpcClient {
  readonly #server: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** Parts of a line whose end has not come yet; joined once, or a long answer would be copied at every chunk. */
  #parts: Buffer[] = [];

  constructor(server: ChildProcessByStdio<Writable, Readable, null>) {
    this.#server = server;
    server.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    server.stdin.on("error", (cause) => this.#failAll(cause));
    server.once("exit", (code) => this.#failAll(new Error(`the server ended with ${code}`)));
  }

  request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string): void {
    this.#send({ jsonrpc: "2.0", method });
  }

  #send(message: object): void {
    this.#server.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(chunk: Buffer): void {
    let rest = chunk;
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10)) {
      this.#parts.push(rest.subarray(0, newline));
      this.#answer(Buffer.concat(this.#parts).toString("utf8"));
      this.#parts = [];
      rest = rest.subarray(newline + 1);
    }
    if (rest.length > 0) this.#parts.push(rest);
  }

  #answer(line: string): void {
    const message: unknown = JSON.parse(line);
    const id = memberOf(message, "id");
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (typeof id !== "number" || waiting === undefined) return;
    this.#waiting.delete(id);
    const error = memberOf(message, "error");
    if (error === undefined) waiting.resolve(memberOf(message, "result"));
    else waiting.reject(new Error(String(memberOf(error, "message"))));
  }

  #failAll(cause: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(cause);
    this.#waiting.clear();
  }
}
