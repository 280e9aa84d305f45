/**
 * Runs a program and hands on what it prints while it runs, until it ends, its reader has enough, its time is up or the
 * call is cancelled. Like `run-program.ts` it knows no shell, passes on no environment that it was not given, and
 * leaves nothing running: a program that is no longer wanted is killed, not asked.
 */
import { readInTurns, type TakeSlice } from "./read-in-turns.js";
import { childProcess, killStarted } from "./run-program.js";
import type { Confine } from "./sandbox/policy.js";

export interface StreamRequest {
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the command that runs it in a sandbox. */
  readonly confine?: Confine | undefined;
  readonly timeoutMs: number;
  /** Cancels. */
  readonly signal?: AbortSignal | undefined;
  /** Ends it as `onOutput` would, whether or not anything comes. */
  readonly stopSignal?: AbortSignal | undefined;
  /**
   * Takes each piece of output as it comes. True means that no more is wanted. A number is how many bytes were taken before
   * `isTurnOver`; the rest comes again after other work has had its turn.
   */
  readonly onOutput: (piece: Uint8Array, isTurnOver: () => boolean) => boolean | number;
  /** Told once it runs, for whoever looks after it meanwhile. */
  readonly onStart?: ((started: StartedProgram) => void) | undefined;
}

export interface StartedProgram {
  readonly pid: number;
  /** Ends it as `stopSignal` does. */
  readonly stop: () => void;
}

type StreamEnd =
  | { readonly kind: "exited"; readonly exitCode: number }
  /** The reader had enough. */
  | { readonly kind: "stopped" }
  | { readonly kind: "timed-out" }
  | { readonly kind: "cancelled" }
  /** It could not be started, or something else has ended it. */
  | { readonly kind: "failed"; readonly reason: string };

export interface StreamResult {
  readonly end: StreamEnd;
  /** What it said on its error stream, as far as it is kept. */
  readonly errors: string;
}

/** Room for thousands of places that may not be looked into. */
const MAX_ERROR_BYTES = 1024 * 1024;

export function streamProgram(request: StreamRequest): Promise<StreamResult> {
  return new Promise((resolve, reject) => {
    const { signal, stopSignal, onOutput } = request;
    if (signal?.aborted === true) return resolve({ end: { kind: "cancelled" }, errors: "" });
    if (stopSignal?.aborted === true) return resolve({ end: { kind: "stopped" }, errors: "" });
    const child = start(request);
    if (typeof child === "string") return resolve({ end: { kind: "failed", reason: child }, errors: "" });
    const { stdout, stderr } = child;
    const errors: Uint8Array[] = [];
    let errorBytes = 0;
    let isOver = false;

    const settle = (act: () => void): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      stopSignal?.removeEventListener("abort", stopNow);
      act();
    };
    const finish = (end: StreamEnd): void =>
      settle(() => resolve({ end, errors: wholeLines(Buffer.concat(errors), errorBytes) }));
    const stop = (end: StreamEnd): void => {
      // Its streams are let go at once: neither what is still in the pipe nor the death itself is waited for.
      kill();
      finish(end);
    };
    const kill = (): void => killStarted(child);
    const cancel = (): void => stop({ kind: "cancelled" });
    const stopNow = (): void => stop({ kind: "stopped" });
    const timer = setTimeout(() => stop({ kind: "timed-out" }), request.timeoutMs);
    signal?.addEventListener("abort", cancel, { once: true });
    stopSignal?.addEventListener("abort", stopNow, { once: true });

    const take: TakeSlice = (slice, isTurnOver) => {
      if (isOver) return false;
      try {
        const taken = onOutput(slice, isTurnOver);
        if (typeof taken === "number") return taken;
        if (taken) stop({ kind: "stopped" });
      } catch (cause) {
        kill();
        settle(() => reject(cause));
      }
      return !isOver;
    };
    const output = stdout?.readable === true ? readInTurns(stdout, take) : undefined;
    stderr?.on("data", (piece: Buffer) => {
      if (errorBytes < MAX_ERROR_BYTES) errors.push(piece.subarray(0, MAX_ERROR_BYTES - errorBytes));
      errorBytes += piece.length;
    });
    child.on("error", (cause) => {
      kill();
      finish({ kind: "failed", reason: cause.message });
    });
    child.on("close", (exitCode, killedBy) => {
      const end: StreamEnd =
        exitCode === null
          ? { kind: "failed", reason: `ended by ${killedBy ?? "an unknown signal"}` }
          : { kind: "exited", exitCode };
      if (output === undefined) finish(end);
      else output.whenTaken(() => finish(end));
    });
    if (child.pid !== undefined && child.pid > 0) request.onStart?.({ pid: child.pid, stop: stopNow });
  });
}

/** Of an error stream that said more than is kept, a line cut off in the middle would only mislead. */
function wholeLines(kept: Buffer, said: number): string {
  const end = said > kept.length ? kept.lastIndexOf(0x0a) + 1 : 0;
  return (end > 0 ? kept.subarray(0, end) : kept).toString("utf8");
}

type ChildProcess = ReturnType<ReturnType<typeof childProcess>["spawn"]>;

/** The started program, or why there is none: arguments that no program can be given are refused by a throw. */
function start(request: StreamRequest): ChildProcess | string {
  try {
    return spawnPiped(request);
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** Of a program that could not be started for want of descriptors there are no streams either, only the error to come. */
function spawnPiped(request: StreamRequest): ChildProcess {
  const { program, arguments: words } = request.confine?.(request) ?? request;
  return childProcess().spawn(program, words, {
    cwd: request.workingDirectory,
    env: request.environment,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
}
