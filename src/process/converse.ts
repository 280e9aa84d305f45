/**
 * Says a few lines to a program of our own and listens until it has answered, to see whether it works. Its input is then
 * ended, after which it has a moment to leave by itself before it is killed.
 */
import { childProcess, killStarted } from "./run-program.js";

export interface ConverseRequest {
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  /** Told everything that has come so far, at each piece; true when that is all that was waited for. */
  readonly isEnough: (output: string) => boolean;
  readonly timeoutMs: number;
  /** How long it may take to leave once its input has ended. */
  readonly leaveMs: number;
}

export interface Conversation {
  readonly isAnswered: boolean;
  /** Whether it has left by itself when its input ended; false for one that had to be killed. */
  readonly hasLeft: boolean;
  readonly output: string;
  readonly errors: string;
}

const MAX_BYTES = 4 * 1024 * 1024;

export function converse(request: ConverseRequest): Promise<Conversation> {
  return new Promise((resolve) => {
    const { isEnough, input, timeoutMs, leaveMs } = request;
    const said = { output: "", errors: "" };
    let isAnswered = false;
    let timer: NodeJS.Timeout | undefined;
    const finish = (how: "left" | "killed"): void => {
      clearTimeout(timer);
      killStarted(child);
      resolve({ isAnswered, hasLeft: how === "left", ...said });
    };
    const killAfter = (delayMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => finish("killed"), delayMs);
    };
    const child = childProcess().spawn(request.program, request.arguments, {
      cwd: request.workingDirectory,
      env: { ...request.environment },
      stdio: ["pipe", "pipe", "pipe"],
      windowsHide: true,
    });
    killAfter(timeoutMs);
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      if (said.output.length > MAX_BYTES) return finish("killed");
      said.output += piece;
      if (isAnswered || !isEnough(said.output)) return;
      isAnswered = true;
      killAfter(leaveMs);
      child.stdin?.end();
    });
    child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
      said.errors = (said.errors + piece).slice(-MAX_BYTES);
    });
    // A pipe that breaks belongs to a program that has ended, which is told by itself.
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined);
    child.on("error", (cause) => {
      said.errors += cause.message;
      finish("killed");
    });
    child.on("close", () => finish("left"));
    child.stdin?.write(input);
  });
}
