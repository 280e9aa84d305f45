/** What every command is given, and how its result becomes an exit code. */
import type { Command } from "commander";
import type { ExitCode } from "./exit-codes.js";
import type { CommandTerminal } from "./terminal-line.js";

export interface Door {
  readonly terminal: CommandTerminal;
  /** Aborted when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** Where the code of the command that ran is put. */
  exitCode: ExitCode;
}

/** Adds a command: its words, options and help at once, its workings with the first use. */
export type AddCommand = (program: Command, door: Door) => void;

/** A commander action from one that answers with an exit code. */
export function acting<Given extends readonly unknown[]>(
  door: Door,
  action: (...given: Given) => Promise<ExitCode>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    door.exitCode = await action(...given);
  };
}
