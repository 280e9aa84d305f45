/**
 * A program that runs for long beside this process and must not outlive it, however this process ends: not even SIGKILL
 * leaves it behind, nor what it has started in turn and kept in its group; what makes itself a daemon is beyond reach. It
 * runs without a shell, in a process group of its own, and knows only the environment it is given. It never keeps the host
 * running, and nothing is thrown from an event.
 *
 * On POSIX systems a guardian watches: a shell with a fixed script that holds the other end of a pipe of ours. When the
 * pipe breaks, because we are gone, it ends the whole group. On Windows there is no such thing: there a program ends when
 * it notices that its input has ended, as language servers do.
 */
import type { Readable, Writable } from "node:stream";
import { readInTurns } from "./read-in-turns.js";
import { childProcess, killStarted } from "./run-program.js";
import type { Confine } from "./sandbox/policy.js";
import { withinTime } from "./within-time.js";

export interface GuardedRequest {
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Makes the command that runs it in a sandbox; see `Sandboxing.confine`. */
  readonly confine?: Confine | undefined;
  /** Its folder for temporary files. Removed when it has ended, whatever becomes of this process. */
  readonly temporaryFolder?: string;
}

export interface ProgramEnd {
  readonly kind: "not-started" | "ended";
  /** How, with the last it said on its error stream. For the log of a host. */
  readonly detail: string;
}

/**
 * A line means that the program has ended by itself. Ids are used again, so nothing is killed then. Output goes to /dev/null:
 * when we are gone, a complaint of `kill` about a group that has ended too would end the script by SIGPIPE.
 */
const GUARDIAN_SCRIPT = `exec >/dev/null 2>&1
leave() { [ -z "$2" ] || rm -rf -- "$2"; exit 0; }
read -r farewell && leave "$@"
kill -s TERM -- "-$1" || leave "$@"
for turn in 1 2 3 4 5 6 7 8 9 10; do
  sleep 0.1
  kill -s 0 -- "-$1" || leave "$@"
done
kill -s KILL -- "-$1"
leave "$@"`;

const MAX_KEPT_ERRORS = 4 * 1024;
/** What it said last may still be on its way when it has ended; who holds its error stream open any longer has left its group. */
const LAST_WORDS_MS = 200;

export class GuardedProgram {
  readonly #child: ChildProcess | undefined;
  readonly #guardian: ChildProcess | undefined;
  #errors = "";
  #isOver = false;
  /** Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  #tellEnd: (end: ProgramEnd) => void = () => undefined;

  constructor(request: GuardedRequest) {
    this.ended = new Promise((resolve) => (this.#tellEnd = resolve));
    const child = start(request);
    if (typeof child === "string") {
      this.#finish({ kind: "not-started", detail: child });
      return;
    }
    this.#child = child;
    this.#listen(child);
    if (this.pid === 0) return;
    if (process.platform !== "win32") this.#guardian = this.#startGuardian(request.temporaryFolder);
    this.setKeepsHostAlive(false);
  }

  /** 0 when it could not be started. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Undefined when it could not be started. */
  get input(): Writable | undefined {
    return this.#child?.stdin ?? undefined;
  }

  get output(): Readable | undefined {
    return this.#child?.stdout ?? undefined;
  }

  /** Ends it at once, with all that it has started. */
  kill(): void {
    if (this.#child === undefined || this.#isOver) return;
    this.#killGroup();
    killStarted(this.#child);
  }

  /** Only who waits for its end wants the host to live on for it. */
  setKeepsHostAlive(keeps: boolean): void {
    for (const process of [this.#child, this.#guardian]) {
      if (process === undefined) continue;
      for (const handle of [process, process.stdin, process.stdout, process.stderr]) {
        if (!canBeReferenced(handle)) continue;
        if (keeps) handle.ref();
        else handle.unref();
      }
    }
  }

  #listen(child: ChildProcess): void {
    const lastWords = this.#hearErrors(child.stderr);
    child.on("error", (cause) => {
      // A process that runs and can't be killed says so here too, and will end by itself.
      if (this.pid === 0) this.#finish({ kind: "not-started", detail: cause.message });
    });
    child.on("exit", (code, signal) => {
      // What it has started stays in its group, and the group's number is not given away while anyone is in it.
      this.#killGroup();
      this.#isOver = true;
      const finish = (): void => this.#finish({ kind: "ended", detail: this.#tell(code, signal) });
      void withinTime(lastWords, LAST_WORDS_MS, undefined).then(finish);
    });
    // A pipe that breaks belongs to a process that has ended, which is told by itself.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined);
  }

  /** Resolves when all that it has said on its error stream is kept. */
  #hearErrors(stream: Readable | null): Promise<void> {
    if (stream?.readable !== true) return Promise.resolve();
    const reader = readInTurns(stream, (slice) => this.#keepErrors(slice));
    return new Promise((resolve) => stream.once("close", () => reader.whenTaken(resolve)));
  }

  #keepErrors(slice: Uint8Array): boolean {
    this.#errors = (this.#errors + Buffer.from(slice).toString("latin1")).slice(-MAX_KEPT_ERRORS);
    return true;
  }

  /** Without a guardian the program would be one that may be left behind: then it does not run at all. */
  #startGuardian(temporaryFolder: string = ""): ChildProcess | undefined {
    const guardian = start({
      program: "/bin/sh",
      arguments: ["-c", GUARDIAN_SCRIPT, "sh", String(this.pid), temporaryFolder],
      workingDirectory: "/",
      environment: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    });
    if (typeof guardian === "string") {
      this.kill();
      return undefined;
    }
    guardian.on("error", () => this.kill());
    guardian.on("exit", () => this.kill());
    for (const stream of [guardian.stdin, guardian.stdout, guardian.stderr]) {
      stream?.on("error", () => undefined);
    }
    guardian.stdout?.resume();
    guardian.stderr?.resume();
    return guardian;
  }

  #finish(end: ProgramEnd): void {
    this.#isOver = true;
    this.#guardian?.stdin?.end("\n");
    this.#tellEnd(end);
  }

  #killGroup(): void {
    if (this.pid === 0 || process.platform === "win32") return;
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {
      // Nobody is in it any more.
    }
  }

  #tell(code: number | null, signal: string | null): string {
    const how = code === null ? `ended by ${signal ?? "an unknown signal"}` : `ended with code ${code}`;
    const said = Buffer.from(this.#errors, "latin1").toString("utf8").trim();
    return said === "" ? how : `${how}: ${said}`;
  }
}

type ChildProcess = ReturnType<ReturnType<typeof childProcess>["spawn"]>;

/** Pipes of a process are sockets, which their types don't tell. */
function canBeReferenced(handle: unknown): handle is { ref(): void; unref(): void } {
  return typeof handle === "object" && handle !== null && "ref" in handle && "unref" in handle;
}

/** The started process, or why there is none. */
function start(request: GuardedRequest): ChildProcess | string {
  try {
    const { program, arguments: words } = request.confine?.(request) ?? request;
    return childProcess().spawn(program, words, {
      cwd: request.workingDirectory,
      env: request.environment,
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own: signals of our terminal are none of its business, and its children go with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
