/**
 * One started helper: a script of ours under this very Node, with nothing of the host's environment and settings. Whatever
 * happens to it arrives once, as `onEnd`; nothing is thrown from an event.
 */
import type { Readable, Writable } from "node:stream";
import { encodeFrame, type HelperMessage } from "./helper-frames.js";
import { childProcess, killStarted } from "./run-program.js";
import type { Confine } from "./sandbox/policy.js";

export interface HelperEnd {
  readonly kind: "not-started" | "crashed";
  readonly detail: string;
}

interface HelperEvents {
  onOutput(piece: Uint8Array): void;
  onEnd(end: HelperEnd): void;
}

const MAX_KEPT_ERRORS = 4 * 1024;

export class HelperChild {
  readonly #child: ChildProcess | undefined;
  #errors = "";
  /** Told once the process is gone, or was never there. */
  readonly gone: Promise<void>;

  constructor(script: string, confine: Confine | undefined, events: HelperEvents) {
    const started = start(script, confine);
    if (typeof started === "string") {
      this.gone = Promise.resolve();
      queueMicrotask(() => events.onEnd({ kind: "not-started", detail: started }));
      return;
    }
    this.#child = started;
    const { stdin, stdout, stderr } = started;
    let tellGone = (): void => undefined;
    this.gone = new Promise((resolve) => (tellGone = resolve));
    started.on("error", (cause) => {
      // A process that runs and can't be killed says so here too, and will end by itself.
      if ((started.pid ?? 0) > 0) return;
      tellGone();
      events.onEnd({ kind: "not-started", detail: cause.message });
    });
    started.on("exit", () => tellGone());
    started.on("close", (code, signal) =>
      events.onEnd({ kind: "crashed", detail: this.#tell(code, signal) }),
    );
    // A pipe that breaks belongs to a process that has ended, which is told by itself.
    for (const stream of [stdin, stdout, stderr]) stream?.on("error", () => undefined);
    stdout?.on("data", (piece: Buffer) => events.onOutput(piece));
    stderr?.on("data", (piece: Buffer) => {
      this.#errors = (this.#errors + piece.toString("latin1")).slice(-MAX_KEPT_ERRORS);
    });
  }

  send(message: HelperMessage): void {
    for (const piece of encodeFrame(message)) this.#child?.stdin?.write(piece);
  }

  /** Whether this process may end although the helper is still there. */
  setKeepsHostAlive(keeps: boolean): void {
    const child = this.#child;
    if (child === undefined) return;
    for (const handle of [child, ...[child.stdin, child.stdout, child.stderr].filter(isSocket)]) {
      if (keeps) handle.ref();
      else handle.unref();
    }
  }

  kill(): void {
    if (this.#child !== undefined) killStarted(this.#child);
  }

  #tell(code: number | null, signal: string | null): string {
    const how = code === null ? `ended by ${signal ?? "an unknown signal"}` : `ended with code ${code}`;
    const said = this.#errors.trim();
    return said === "" ? how : `${how}: ${said}`;
  }
}

type ChildProcess = ReturnType<ReturnType<typeof childProcess>["spawn"]>;

/** The pipes of a process are sockets, which their types don't tell. */
function isSocket(
  stream: Readable | Writable | null | undefined,
): stream is (Readable | Writable) & { ref(): void; unref(): void } {
  return stream !== null && stream !== undefined && "ref" in stream && "unref" in stream;
}

/** The started process, or why there is none. */
function start(script: string, confine: Confine | undefined): ChildProcess | string {
  // Such a program holds its script in itself and would start itself again, whatever it is given.
  // (Not every runtime that is called Node has the module that tells.)
  if (process.getBuiltinModule("node:sea")?.isSea()) return "this program is a single executable";
  try {
    const command = { program: process.execPath, arguments: [script] };
    const { program, arguments: words } = confine?.(command) ?? command;
    return childProcess().spawn(program, words, {
      cwd: "/",
      env: findEnvironment(),
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

/** Under Electron this program is a browser unless told otherwise; on Windows nothing starts without the system's folder. */
function findEnvironment(): Record<string, string> {
  const kept = process.platform === "win32" ? ["SystemRoot", "TEMP", "TMP"] : [];
  const found = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ELECTRON_RUN_AS_NODE: "1", ...Object.fromEntries(found) };
}
