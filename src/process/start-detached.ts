/**
 * Starts a program that goes on by itself, such as what opens a browser: without a shell, so nothing in an argument is
 * interpreted, and with nothing of ours in its hands. Nobody waits for its end.
 */
import { childProcess } from "./run-program.js";

export interface DetachedRequest {
  /** An absolute path. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Whether it could be started. */
export function startDetached(request: DetachedRequest): Promise<boolean> {
  const { program, arguments: words, workingDirectory, environment } = request;
  return new Promise((resolve) => {
    const child = childProcess().spawn(program, words, {
      cwd: workingDirectory,
      env: environment,
      detached: true,
      stdio: "ignore",
    });
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
    child.unref();
  });
}
