/**
 * The command line. It turns words into calls and answers into text; it has no file behaviour of its own. This is what
 * runs when the program is started with anything but `mcp`.
 */
import { CommanderError } from "commander";
import { readVersion } from "../package-version.js";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import type { Door } from "./door.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { createProcessTerminal } from "./process-terminal.js";
import { createProgram } from "./program.js";
import type { Terminal } from "./terminal.js";
import { ownTerminalLine } from "./terminal-line.js";

/** Runs one command, given as the words after the program's name. */
export async function runCommandLine(
  words: readonly string[],
  given: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const terminal = ownTerminalLine(given);
  const door: Door = { terminal, signal, exitCode: EXIT.fine };
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    // Scripts ask it often, and it needs none of the commands.
    terminal.write(`${readVersion()}\n`);
    return EXIT.fine;
  }
  const program = createProgram(door, readVersion(), words[0]);
  if (words.length === 0) {
    program.outputHelp();
    return EXIT.fine;
  }
  try {
    await program.parseAsync(words, { from: "user" });
    return door.exitCode;
  } catch (error) {
    // Commander has printed what it has to say; help and version are no failures.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.failure;
    const message = error instanceof Error ? error.message : String(error);
    terminal.writeError(`filewright: ${escapeForTerminal(message)}\n`);
    return EXIT.failure;
  }
}

/** The process's own command line. */
export async function main(): Promise<void> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => {
    interrupted.abort(new Error("interrupted"));
    // Who presses a second time does not want to wait.
    process.once("SIGINT", () => process.exit(130));
  });
  // A reader that has seen enough (`filewright read x | head -1`) closes the pipe; that is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exitCode = EXIT.fine;
  });
  const terminal = findTerminal();
  process.exitCode =
    terminal === undefined
      ? EXIT.failure
      : await runCommandLine(process.argv.slice(2), terminal, interrupted.signal);
}

/** Undefined where there is none to be in, which has been said then. */
function findTerminal(): Terminal | undefined {
  try {
    return createProcessTerminal();
  } catch (error) {
    process.stderr.write(`filewright: ${error instanceof Error ? error.message : String(error)}\n`);
    return undefined;
  }
}
