/** A terminal that a test sits at: it remembers what is printed, and says what it was told to say when it is asked. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { runCommandLine } from "../../src/cli/main.js";
import type { Terminal } from "../../src/cli/terminal.js";

export interface Sitting {
  /** Lines that the person types, in order; then the input ends. */
  readonly says?: readonly string[];
  /** Whether a person is there; true where they say anything. */
  readonly isInteractive?: boolean;
  readonly hasColour?: boolean;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly signal?: AbortSignal;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The questions, in order. */
  readonly asked: readonly string[];
}

export interface Seat {
  /** Folders of its own for home, settings and state. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stateDirectory: string;
  run(words: readonly string[], sitting?: Sitting): Promise<Outcome>;
}

/** A place to run commands from, with nothing of the machine's own user in it. */
export function takeSeat(workingDirectory: string): Seat {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "filewright-seat-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const stateDirectory = join(base, "state");
  const environment = {
    HOME: join(base, "home"),
    XDG_CONFIG_HOME: join(base, "config"),
    FILEWRIGHT_STATE: stateDirectory,
    PATH: process.env["PATH"] ?? "",
  };
  return {
    environment,
    stateDirectory,
    async run(words, sitting = {}) {
      const { says = [], isInteractive = says.length > 0, hasColour = false, input = "" } = sitting;
      const waiting = [...says];
      const outcome = { out: "", err: "", asked: [] as string[] };
      const terminal: Terminal = {
        environment: { ...environment, ...sitting.environment },
        workingDirectory,
        write: (output) =>
          void (outcome.out += typeof output === "string" ? output : Buffer.from(output).toString("latin1")),
        writeError: (text) => void (outcome.err += text),
        isInteractive,
        hasColour,
        hasErrorColour: hasColour,
        columns: 100,
        readInput: async () => Buffer.from(input),
        askLine: async (prompt, { signal } = {}) => {
          signal?.throwIfAborted();
          outcome.asked.push(prompt);
          return waiting.shift();
        },
      };
      const code = await runCommandLine(words, terminal, sitting.signal ?? new AbortController().signal);
      return { code, ...outcome };
    },
  };
}
