/** Servers over HTTP: each a process that tells its address when it is ready. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Contestant } from "../measure.js";
import { memberOf } from "../peers/adapter.js";
import type { ToolCall } from "../peers/tool.js";
import { programs } from "../places.js";
import { launcher, ownEnvironment, type ServedPlaces } from "./stdio-server.js";

export interface HttpServer {
  readonly name: string;
  readonly side: Contestant["side"];
  readonly words: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly isModern: boolean;
  readonly readCall: (path: string) => ToolCall;
}

const START_MS = 20_000;
const ENDING_MS = 3000;

export function ownHttpServer(
  { root, state }: ServedPlaces,
  { isModern }: { isModern: boolean },
): HttpServer {
  return {
    name: isModern ? "filewright, 2026-07-28" : "filewright, sessions",
    side: "ours",
    words: [launcher, "serve", "--root", root, "--port", "0", "--no-dedup", "--json"],
    environment: ownEnvironment(state),
    isModern,
    readCall: (path) => ({ name: "Read", arguments: { file_path: path } }),
  };
}

/** One of the bench's own, for clients that open sessions. */
function madeServer(name: string, ...words: readonly string[]): HttpServer {
  return {
    name,
    side: "floor",
    words,
    environment: { PATH: process.env["PATH"] },
    isModern: false,
    readCall: (path) => ({ name: "read", arguments: { path } }),
  };
}

export const firstSdkServer: HttpServer = madeServer("SDK 1, stateful", programs.firstSdkServer);
export const secondSdkServer: HttpServer = {
  ...madeServer("SDK 2", programs.secondSdkServer),
  isModern: true,
};
/** The same with six tools whose schemas are made inside of the factory as well, for every request. */
export const remakingSdkServer: HttpServer = {
  ...madeServer("SDK 2, remade", programs.secondSdkServer, "remade"),
  isModern: true,
};
export const handWrittenHttpServer: HttpServer = madeServer("hand-written", programs.handWrittenHttpServer);

export class RunningServer {
  readonly url: URL;
  /** Empty where none is asked for. */
  readonly token: string;
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;

  private constructor(process: ChildProcessByStdio<Writable, Readable, null>, ready: unknown) {
    this.#process = process;
    this.url = new URL(String(memberOf(ready, "url")));
    const tokenFile = memberOf(ready, "tokenFile");
    this.token = typeof tokenFile === "string" ? readFileSync(tokenFile, "utf8").trim() : "";
  }

  static async start({ name, words, environment }: HttpServer): Promise<RunningServer> {
    const child = spawn(process.execPath, words, {
      stdio: ["pipe", "pipe", "ignore"],
      env: environment,
      windowsHide: true,
    });
    const starting = AbortSignal.timeout(START_MS);
    child.once("exit", (code) => child.stdout.emit("error", new Error(`${name} ended with ${code}`)));
    try {
      const [line] = (await once(child.stdout, "data", { signal: starting })) as [Buffer];
      return new RunningServer(child, JSON.parse(line.toString("utf8")));
    } catch (cause) {
      child.kill("SIGKILL");
      throw cause;
    }
  }

  get processId(): number {
    return this.#process.pid ?? 0;
  }

  async stop(): Promise<void> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    this.#process.stdout.removeAllListeners("error").on("error", () => undefined);
    const ended = once(this.#process, "exit");
    const late = setTimeout(() => this.#process.kill("SIGKILL"), ENDING_MS);
    this.#process.kill("SIGTERM");
    await ended;
    clearTimeout(late);
  }
}
