/** The tools of a peer that is a library, seen from the bench. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { programs } from "../places.js";
import { quietEnvironment } from "./quiet-environment.js";
import type { ToolAnswer, ToolCall, ToolDeclaration } from "./tool.js";
import type { HostedCall, HostedPeerId, ToolReply } from "./tool-host.js";

export class HostedTools {
  readonly declarations: readonly ToolDeclaration[];
  readonly #host: ChildProcess;
  #lastId = 0;

  private constructor(host: ChildProcess, declarations: readonly ToolDeclaration[]) {
    this.#host = host;
    this.declarations = declarations;
  }

  static async open(peer: HostedPeerId, directory: string, home: string): Promise<HostedTools> {
    const host = fork(programs.toolHost, [peer, directory], {
      cwd: directory,
      execArgv: ["--import", programs.offline],
      env: quietEnvironment(home),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const reply = await receive(host, ({ kind }) => kind !== "answer");
    if (reply.kind === "ready") return new HostedTools(host, reply.declarations);
    host.kill();
    throw new Error(reply.kind === "unavailable" ? reply.reason : "answered before it was ready");
  }

  async call(call: ToolCall): Promise<ToolAnswer> {
    this.#lastId += 1;
    const id = this.#lastId;
    const request: HostedCall = { id, call };
    const answered = receive(this.#host, (reply) => reply.kind === "answer" && reply.id === id);
    this.#host.send(request);
    const reply = await answered;
    if (reply.kind !== "answer") throw new Error("not an answer");
    return reply.answer;
  }

  /** Resolves when its process has ended. */
  async close(): Promise<void> {
    if (!this.#host.connected) return;
    const ended = once(this.#host, "exit");
    this.#host.disconnect();
    await ended;
  }
}

function receive(host: ChildProcess, isWanted: (reply: ToolReply) => boolean): Promise<ToolReply> {
  return new Promise((resolve, reject) => {
    const finish = (): void => void host.off("message", take).off("exit", fail);
    const take = (reply: ToolReply): void => {
      if (!isWanted(reply)) return;
      finish();
      resolve(reply);
    };
    const fail = (code: number | null, signal: string | null): void => {
      finish();
      reject(new Error(`its process ended with ${code ?? signal}`));
    };
    host.on("message", take).on("exit", fail);
  });
}
