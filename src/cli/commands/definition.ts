/** What the definitions of commands have in common. */
import { type Command, InvalidArgumentError } from "commander";
import { addWorkspaceOptions } from "../open-toolkit.js";

/** A command that works in a workspace and reports, to people or programs. */
export function reporting(command: Command): Command {
  return addWorkspaceOptions(command).option("--json", "one line of JSON, for programs");
}

/** For the end of a command's help. */
export function examples(...lines: readonly (readonly [command: string, meaning: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  const shown = lines.map(([command, meaning]) => `  $ ${command.padEnd(width)}  # ${meaning}`);
  return `\nExamples:\n${shown.join("\n")}`;
}

export function parseCount(given: string): number {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new InvalidArgumentError("It must be a whole number from 1 on.");
}
