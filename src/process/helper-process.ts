/**
 * A process of our own for work that this one must not do: native code that can't be stopped, keeps its memory or may
 * crash. Starts with the first request, serves one at a time in order, and ends after a while without any. A request
 * that takes too long, is cancelled or is answered with nonsense costs the process its life; the next one gets a new
 * one. Never throws but for a cancelled request, and never keeps the host running for its own sake.
 */
import { HelperChild, type HelperEnd } from "./helper-child.js";
import { FrameReader, type HelperMessage } from "./helper-frames.js";
import type { Confine } from "./sandbox/policy.js";

export interface HelperRequest extends HelperMessage {
  /** From when the helper gets it. */
  readonly timeoutMs: number;
  /** An answer with more bytes than this is nonsense. */
  readonly maxAnswerBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HelperFailure {
  readonly outcome: "failed";
  readonly reason: "not-started" | "crashed" | "timed-out" | "garbled" | "closed";
  /** For the log of a host: may name paths and hold what the helper said on its error stream. */
  readonly detail: string;
}

export type HelperAnswer = (HelperMessage & { readonly outcome: "answered" }) | HelperFailure;

export interface HelperOptions {
  /** The absolute path of a script that calls `serveRequests`. */
  readonly script: string;
  /** How long it stays without a request. */
  readonly idleMs?: number | undefined;
  /** Makes the command that runs it in a sandbox. */
  readonly confine?: Confine | undefined;
}

interface Job {
  readonly request: HelperRequest;
  readonly reader: FrameReader;
  readonly settle: (answer: HelperAnswer) => void;
}

const MAX_HEADER_BYTES = 64 * 1024;
const DEFAULT_IDLE_MS = 10_000;
/** Of a longer time Node's timers make none at all. */
const LONGEST_TIME = 2 ** 31 - 1;

export class HelperProcess {
  readonly #script: string;
  readonly #idleMs: number;
  readonly #confine: Confine | undefined;
  readonly #waiting: Job[] = [];
  #job: Job | undefined;
  #child: HelperChild | undefined;
  /** The last one that was let go. */
  #ending: HelperChild | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: HelperOptions) {
    this.#script = options.script;
    this.#confine = options.confine;
    this.#idleMs = Math.min(options.idleMs ?? DEFAULT_IDLE_MS, LONGEST_TIME);
  }

  /** Rejects with the signal's reason when cancelled. */
  request(request: HelperRequest): Promise<HelperAnswer> {
    return new Promise((resolve, reject) => {
      const { signal } = request;
      if (signal?.aborted === true) return reject(signal.reason);
      if (this.#isClosed) return resolve(closed);
      const cancel = (): void => {
        // First, or the end of the helper would be the answer.
        reject(signal?.reason);
        this.#drop(job);
      };
      const job: Job = {
        request,
        reader: new FrameReader({
          maxHeaderBytes: MAX_HEADER_BYTES,
          maxPayloadBytes: request.maxAnswerBytes,
        }),
        settle: (answer) => {
          signal?.removeEventListener("abort", cancel);
          resolve(answer);
        },
      };
      signal?.addEventListener("abort", cancel, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Ends the helper now; requests under way and later ones fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.settle(closed);
    if (this.#job === undefined) this.#letGo();
    else this.#fail(closed);
    await this.#waitForEnd();
  }

  /** Ends the helper now if nothing is under way; the next request starts a new one. */
  async endIfIdle(): Promise<void> {
    if (this.#job !== undefined || this.#waiting.length > 0) return;
    this.#letGo();
    await this.#waitForEnd();
  }

  /** Also of one that a cancelled request has killed just before. */
  async #waitForEnd(): Promise<void> {
    const ending = this.#ending;
    // Who waits for the end of it must not end before.
    ending?.setKeepsHostAlive(true);
    await ending?.gone;
  }

  #next(): void {
    if (this.#job !== undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) return this.#rest();
    clearTimeout(this.#timer);
    this.#job = job;
    this.#child ??= this.#start();
    this.#child.setKeepsHostAlive(true);
    const timeoutMs = Math.min(job.request.timeoutMs, LONGEST_TIME);
    this.#timer = setTimeout(
      () => this.#fail(failure("timed-out", `no answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    this.#child.send(job.request);
  }

  #rest(): void {
    if (this.#child === undefined) return;
    this.#child.setKeepsHostAlive(false);
    this.#timer = setTimeout(() => this.#letGo(), this.#idleMs).unref();
  }

  /** Events of a helper that was let go concern nobody any more. */
  #start(): HelperChild {
    const child: HelperChild = new HelperChild(this.#script, this.#confine, {
      onOutput: (piece) => {
        if (child === this.#child) this.#take(piece);
      },
      onEnd: (end) => {
        if (child === this.#child) this.#end(end);
      },
    });
    return child;
  }

  #take(piece: Uint8Array): void {
    const message = this.#job === undefined ? "garbled" : this.#job.reader.take(piece);
    if (message === undefined) return;
    if (message === "garbled") return this.#fail(failure("garbled", "an answer that is none"));
    this.#finish({ outcome: "answered", ...message });
  }

  #end({ kind, detail }: HelperEnd): void {
    this.#fail(failure(kind, detail));
  }

  /** Kills the helper; the request under way, if there is one, ends so. */
  #fail(answer: HelperAnswer): void {
    this.#letGo();
    this.#finish(answer);
  }

  #finish(answer: HelperAnswer): void {
    clearTimeout(this.#timer);
    const job = this.#job;
    this.#job = undefined;
    job?.settle(answer);
    this.#next();
  }

  #drop(job: Job): void {
    if (job === this.#job) return this.#fail(closed);
    const index = this.#waiting.indexOf(job);
    if (index >= 0) this.#waiting.splice(index, 1);
  }

  /** Nothing in it is worth a farewell, and one that no longer listens would not hear it. */
  #letGo(): void {
    clearTimeout(this.#timer);
    if (this.#child === undefined) return;
    this.#child.kill();
    this.#child.setKeepsHostAlive(false);
    this.#ending = this.#child;
    this.#child = undefined;
  }
}

function failure(reason: HelperFailure["reason"], detail: string): HelperFailure {
  return { outcome: "failed", reason, detail };
}

const closed: HelperFailure = failure("closed", "the helper was closed");
