/** Runs a program in the place of this one: it has our streams and gets our signals, and we wait for its end. */
import { childProcess } from "./run-program.js";
import type { Command } from "./sandbox/policy.js";

export interface AttachedRequest extends Command {
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What a shell reports for a program that a signal has ended is this and the signal's number; most end by 15. */
const ENDED_BY_SIGNAL = 143;

/** Its exit code. Rejects if it can't be started. */
export function runAttached(request: AttachedRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = childProcess().spawn(request.program, request.arguments, {
      cwd: request.workingDirectory,
      env: request.environment,
      stdio: "inherit",
    });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    for (const signal of passedOn) process.on(signal, pass);
    const finish = (act: () => void): void => {
      for (const signal of passedOn) process.off(signal, pass);
      act();
    };
    child.on("error", (cause) => finish(() => reject(cause)));
    child.on("exit", (code) => finish(() => resolve(code ?? ENDED_BY_SIGNAL)));
  });
}
