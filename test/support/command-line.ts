/** The command line from outside, as a program, and from inside, with a test for its terminal. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "../../src/cli/main.js";
import type { Terminal } from "../../src/cli/terminal.js";

const root = new URL("../../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  readonly bin: { readonly filewright: string };
};

/** The built program, as the package names it. */
export const program: string = fileURLToPath(new URL(manifest.bin.filewright, root));

/** An environment in which everything of the user's lies beside a temporary workspace. */
export function homeless(root: string): Record<string, string> {
  const base = join(root, "..");
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: join(base, "home"),
    XDG_CONFIG_HOME: join(base, "home", ".config"),
    FILEWRIGHT_STATE: join(base, "state"),
  };
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program in a folder of a temporary workspace. */
export function runProgram(
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = homeless(cwd),
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [program, ...words], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

export interface TerminalState {
  /** Lines that the person types, one for each prompt; undefined ends the input, a function does something first. */
  readonly typed?: readonly (string | undefined | (() => string | undefined | Promise<string | undefined>))[];
  readonly input?: string | Uint8Array;
  readonly isInteractive?: boolean;
  readonly hasColour?: boolean;
  readonly columns?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly workingDirectory?: string;
  readonly signal?: AbortSignal;
}

export interface Typed extends Ran {
  /** All that was asked on a line of its own. */
  readonly prompts: readonly string[];
}

export interface WatchedTerminal {
  readonly terminal: Terminal;
  readonly output: { stdout: string; stderr: string };
  readonly prompts: string[];
}

/** A terminal that is the test. */
export function createTerminal(root: string, state: TerminalState = {}): WatchedTerminal {
  const { typed = [], input = "", isInteractive = typed.length > 0, hasColour = false } = state;
  const output = { stdout: "", stderr: "" };
  const prompts: string[] = [];
  const lines = [...typed];
  const terminal: Terminal = {
    environment: { ...homeless(root), ...state.environment },
    workingDirectory: state.workingDirectory ?? root,
    write: (text) => {
      output.stdout += text;
    },
    writeError: (text) => {
      output.stderr += text;
    },
    isInteractive,
    hasColour,
    hasErrorColour: hasColour,
    columns: state.columns ?? 80,
    readInput: async () => Buffer.from(input),
    async askLine(prompt, { signal } = {}) {
      prompts.push(prompt);
      const line = lines.shift();
      const answer = typeof line === "function" ? await line() : line;
      signal?.throwIfAborted();
      return answer;
    },
  };
  return { terminal, output, prompts };
}

/** Runs a command in this process, with a terminal that is this test. */
export async function typeCommand(
  words: readonly string[],
  root: string,
  state: TerminalState = {},
): Promise<Typed> {
  const { terminal, output, prompts } = createTerminal(root, state);
  const signal = state.signal ?? new AbortController().signal;
  const code = await runCommandLine(words, terminal, signal);
  return { code, ...output, prompts };
}
