/** Child processes that speak in lines of JSON, each with a time limit, none of which outlives the kit. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildOptions {
  /** A program in front of it, such as `unshare` with its options. */
  readonly through?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const living = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of living) child.kill("SIGKILL");
});

export class Child<Message> {
  readonly messages: Message[] = [];
  readonly ended: Promise<Ended>;
  /** Set when the time limit ended it. */
  isLate = false;
  stderr = "";
  readonly #process: ChildProcess;
  #wake: (() => void) | undefined;
  #hasEnded = false;

  constructor(command: readonly string[], options: ChildOptions = {}) {
    const [program = "", ...words] = [...(options.through ?? []), ...command];
    this.#process = spawn(program, words, {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, ...options.environment },
    });
    living.add(this.#process);
    const timer = setTimeout(() => {
      this.isLate = true;
      this.#process.kill("SIGKILL");
    }, options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.#process.stdin?.on("error", () => undefined);
    this.#process.stderr?.on("data", (data: Buffer) => {
      if (this.stderr.length < 100_000) this.stderr += data.toString("utf8");
      this.#wake?.();
    });
    const lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
    lines.on("line", (line) => {
      const message = parse(line);
      if (message !== undefined) this.messages.push(message as Message);
      this.#wake?.();
    });
    const closed = new Promise<void>((resolve) => lines.once("close", resolve));
    this.ended = new Promise<Ended>((resolve) => {
      const finish = (ended: Ended): void => {
        clearTimeout(timer);
        living.delete(this.#process);
        this.#hasEnded = true;
        this.#wake?.();
        resolve(ended);
      };
      this.#process.once("error", (cause) => {
        this.stderr += cause.message;
        finish({ code: 127, signal: null });
      });
      this.#process.once("exit", (code, signal) => void closed.then(() => finish({ code, signal })));
    });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  say(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  kill(signal: NodeJS.Signals = "SIGKILL"): void {
    this.#process.kill(signal);
  }

  /** Waits until `isReached` holds; false if the process ends first. */
  async until(isReached: () => boolean): Promise<boolean> {
    for (;;) {
      if (isReached()) return true;
      if (this.#hasEnded) return false;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/** A torn last line of a process that was killed is not a message. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

/** The command that runs one of the kit's own child programs. */
export function actorCommand(name: string, ...words: readonly string[]): string[] {
  return [process.execPath, fileURLToPath(new URL(`../actors/${name}.js`, import.meta.url)), ...words];
}
