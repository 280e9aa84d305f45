/** A peer seen from the bench: a host process that is started when first needed and again after a failure. */
import { type ChildProcess, fork } from "node:child_process";
import type { Contestant } from "../measure.js";
import { programs } from "../places.js";
import type { Peer } from "./catalog.js";
import type { HostReply, HostRequest, PeerStep } from "./host.js";
import { quietEnvironment } from "./quiet-environment.js";

/** Longer than any peer takes for what it can do; a host that is silent for this long is given up. */
const PATIENCE_MS = 120_000;

type Question<Request> = Request extends HostRequest ? Omit<Request, "id"> : never;

export interface PeerTask {
  /** Made one after another; together they leave things as they were, or `prepare` puts them back. */
  readonly steps: readonly PeerStep[];
  readonly repeat: number;
  /** Done before each sample, outside its time. */
  readonly prepare?: () => void;
  /**
   * Judges the first step by its first answer and by what is on disk: throws when it is wrong, answers with a remark
   * when it is not whole.
   */
  readonly verify: (text: string) => string | undefined;
}

export class HostedPeer {
  readonly peer: Peer;
  readonly #directory: string;
  #host: ChildProcess | undefined;
  #lastId = 0;

  constructor(peer: Peer, directory: string) {
    this.peer = peer;
    this.#directory = directory;
  }

  /** Takes every step once and checks the first; from then on it is only timed. */
  async enter({ steps, repeat, prepare, verify }: PeerTask): Promise<Contestant> {
    const about = { name: `${this.peer.name}, ${this.peer.door}`, side: "peer" as const };
    const [first, ...others] = steps;
    if (first === undefined) throw new Error("a peer needs something to do");
    try {
      prepare?.();
      const remark = verify((await this.#ask({ kind: "try", step: first })).text ?? "");
      for (const step of others) await this.#ask({ kind: "try", step });
      const note = remark === undefined ? {} : { note: remark };
      const sample = async (): Promise<number> => {
        prepare?.();
        return (await this.#ask({ kind: "sample", steps, repeat })).milliseconds ?? Number.NaN;
      };
      return { ...about, ...note, sample };
    } catch (cause) {
      return { ...about, sample: () => Promise.reject(cause) };
    }
  }

  close(): void {
    this.#host?.disconnect();
    this.#host = undefined;
  }

  async #ask(question: Question<HostRequest>): Promise<HostReply> {
    this.#host ??= this.#start();
    this.#lastId += 1;
    const reply = await askHost(this.#host, { ...question, id: this.#lastId });
    if (reply.failure === undefined) return reply;
    // What a failed read left behind, a gigabyte perhaps, must not burden the next one.
    this.#host.kill("SIGKILL");
    this.#host = undefined;
    throw new Error(reply.failure.replaceAll(this.#directory, "").trim());
  }

  #start(): ChildProcess {
    return fork(programs.peerHost, [this.peer.id, this.#directory], {
      execArgv: ["--import", programs.offline],
      env: quietEnvironment(this.#directory),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  }
}

function askHost(host: ChildProcess, request: HostRequest): Promise<HostReply> {
  return new Promise((resolve) => {
    const { id } = request;
    const finish = (reply: HostReply): void => {
      clearTimeout(timer);
      host.off("message", take).off("exit", giveUp);
      resolve(reply);
    };
    const take = (reply: HostReply): void => {
      if (reply.id === id) finish(reply);
    };
    const giveUp = (code: number | null, signal: string | null): void =>
      finish({ id, failure: `its process ended with ${code ?? signal}` });
    const timer = setTimeout(() => finish({ id, failure: "no answer in two minutes" }), PATIENCE_MS);
    host.on("message", take).once("exit", giveUp);
    host.send(request, (cause) => {
      if (cause !== null) finish({ id, failure: cause.message });
    });
  });
}
