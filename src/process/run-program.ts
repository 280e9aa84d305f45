/**
 * Runs a program of the system: without a shell, so nothing in an argument is interpreted; with a path of system folders
 * and no environment but what is named here, so neither a project nor a user's settings choose what runs or in which
 * language it speaks; with a bound on time and output. Never throws: what could not be started has no exit code.
 */
import type { Confine } from "./sandbox/policy.js";

export interface ProgramRequest {
  /** A name looked up in the system folders, or an absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** Past this the program is killed. */
  readonly timeoutMs: number;
  /** Past this, on either stream, the program is killed and the rest dropped. */
  readonly maxOutputBytes: number;
  /** The root of the disk unless told, where nothing lies that a program might pick up. */
  readonly workingDirectory?: string;
  /** Variables besides those that every program is given. */
  readonly environment?: Readonly<Record<string, string>>;
  /** What it reads; nothing unless told. */
  readonly input?: Uint8Array | undefined;
  /** Makes the command that runs it in a sandbox. `program` is then an absolute path. */
  readonly confine?: Confine | undefined;
  /** Kills it as the time does. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  /** Undefined when the program did not end by itself, or could not be started. */
  readonly exitCode: number | undefined;
  readonly output: Uint8Array;
}

const nothing: ProgramResult = { exitCode: undefined, output: new Uint8Array(0) };

function surroundingsOf({ workingDirectory = "/", environment, input }: ProgramRequest): {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdio: ["ignore" | "pipe", "pipe", "pipe"];
} {
  return {
    cwd: workingDirectory,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C", ...environment },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  };
}

/** Loaded when the first program is started: most processes start none. */
export function childProcess(): typeof import("node:child_process") {
  return process.getBuiltinModule("node:child_process");
}

/**
 * A program that could not be started, for want of descriptors say, has the process id 0 and no streams. Killing that id
 * would kill this process and all that were started with it.
 */
export interface MaybeStarted {
  readonly pid?: number | undefined;
  readonly stdin?: { destroy(): unknown } | null | undefined;
  readonly stdout?: { destroy(): unknown } | null | undefined;
  readonly stderr?: { destroy(): unknown } | null | undefined;
  kill(signal: "SIGKILL"): boolean;
}

/** Kills it and lets its streams go: what it has started in turn may hold them open, and nobody waits for that. */
export function killStarted(child: MaybeStarted): void {
  if (child.pid !== undefined && child.pid > 0) child.kill("SIGKILL");
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

/** Undefined when there is no such program. */
export async function runProgram(request: ProgramRequest): Promise<ProgramResult | undefined> {
  try {
    return await run(request);
  } catch (cause) {
    return isMissing(cause) ? undefined : nothing;
  }
}

/** For the rare place that must not let anything else happen meanwhile: nothing could be given to it, nor taken back. */
export function runProgramSync(
  request: Omit<ProgramRequest, "input" | "signal" | "confine">,
): ProgramResult | undefined {
  try {
    const { status, stdout, error } = childProcess().spawnSync(request.program, request.arguments, {
      ...surroundingsOf(request),
      timeout: request.timeoutMs,
      killSignal: "SIGKILL",
      maxBuffer: request.maxOutputBytes,
    });
    if (isMissing(error)) return undefined;
    const exitCode = error === undefined ? (status ?? undefined) : undefined;
    return { exitCode, output: stdout?.subarray(0, request.maxOutputBytes) ?? nothing.output };
  } catch {
    // An argument that no program can be given, such as one with a NUL in it.
    return nothing;
  }
}

function run(request: ProgramRequest): Promise<ProgramResult> {
  const { timeoutMs, maxOutputBytes, signal } = request;
  if (signal?.aborted === true) return Promise.resolve(nothing);
  return new Promise((resolve, reject) => {
    const { program, arguments: words } = request.confine?.(request) ?? request;
    const child: import("node:child_process").ChildProcess = childProcess().spawn(
      program,
      words,
      surroundingsOf(request),
    );
    const chunks: Buffer[] = [];
    const bytes = { output: 0, errors: 0 };
    const letGo = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    };
    const finish = (exitCode: number | undefined): void => {
      letGo();
      resolve({ exitCode, output: Buffer.concat(chunks).subarray(0, maxOutputBytes) });
    };
    const stop = (): void => {
      killStarted(child);
      finish(undefined);
    };
    const timer = setTimeout(stop, timeoutMs);
    signal?.addEventListener("abort", stop, { once: true });
    // One that does not read to the end has its reasons, and says how it ended.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(request.input);
    child.stdout?.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      bytes.output += chunk.length;
      if (bytes.output > maxOutputBytes) stop();
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      bytes.errors += chunk.length;
      if (bytes.errors > maxOutputBytes) stop();
    });
    child.on("close", (code) => finish(code ?? undefined));
    child.on("error", (cause) => {
      letGo();
      reject(cause);
    });
  });
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === "ENOENT";
}
