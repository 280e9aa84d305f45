/**
 * The host's end of a thread that runs one of our own scripts. Takes one request at a time; whatever ends a request other
 * than its reply ends the thread too, because nothing else stops a loop that never looks up. An idle thread does not keep
 * the host running.
 */
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";

export interface ThreadOptions {
  /** What the package's own `imports` call it, such as "#pdf-worker". */
  readonly script: `#${string}`;
  /** What the script finds as `workerData`. */
  readonly data?: unknown;
  /** For the thread's own objects; buffers are not among them. */
  readonly maxHeapMegabytes: number;
}

export interface ThreadRequest {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Buffers that are given away. */
  readonly moved?: readonly ArrayBuffer[];
}

type ThreadFailureKind =
  | "timed-out"
  | "out-of-memory"
  /** The script, or a package that it stands on, is not there. */
  | "missing"
  | "failed";

export class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
  readonly kind: ThreadFailureKind;

  constructor(kind: ThreadFailureKind, detail: string) {
    super(detail);
    this.kind = kind;
  }
}

interface Pending {
  resolve(reply: unknown): void;
  reject(cause: unknown): void;
}

export class WorkerThread {
  readonly #worker: Worker;
  #pending: Pending | undefined;
  #end: Promise<unknown> | undefined;

  /** Throws ThreadFailure when no thread can be started. */
  constructor(options: ThreadOptions) {
    this.#worker = start(options);
    this.#worker.on("message", (reply) => this.#pending?.resolve(reply));
    this.#worker.on("messageerror", (cause) => void this.end(new ThreadFailure("failed", cause.message)));
    this.#worker.on("error", (cause) => void this.end(toFailure(cause)));
    this.#worker.on(
      "exit",
      (code) => void this.end(new ThreadFailure("failed", `its thread ended with ${code}`)),
    );
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** What the script posts back. Rejects with ThreadFailure, or with the signal's reason. */
  async request(message: object, { timeoutMs, signal, moved = [] }: ThreadRequest): Promise<unknown> {
    signal?.throwIfAborted();
    if (this.hasEnded) throw new ThreadFailure("failed", "its thread has ended");
    const onAbort = (): void => void this.end(signal?.reason);
    const slow = new ThreadFailure("timed-out", `it took longer than ${timeoutMs / 1000} s`);
    const timer = setTimeout(() => void this.end(slow), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#worker.postMessage(message, moved);
      });
    } finally {
      this.#pending = undefined;
      this.#worker.unref();
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** A request that is under way fails with the cause. */
  async end(cause: unknown): Promise<void> {
    this.#end ??= this.#worker.terminate();
    this.#pending?.reject(cause);
    await this.#end;
  }
}

function start({ script, data, maxHeapMegabytes }: ThreadOptions): Worker {
  try {
    return new Worker(createRequire(import.meta.url).resolve(script), {
      workerData: data,
      // Neither the host's flags nor its environment: nothing there is for this thread, and some flags would break it.
      execArgv: [],
      env: {},
      // Nothing in the thread prints but a warning of Node's perhaps, and that is not the host's. These streams are not
      // read: reading would keep the host's process alive for as long as the thread is.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
  } catch (cause) {
    throw toFailure(cause);
  }
}

function toFailure(cause: unknown): ThreadFailure {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new ThreadFailure("out-of-memory", detail);
  return new ThreadFailure(code === "MODULE_NOT_FOUND" ? "missing" : "failed", detail);
}
