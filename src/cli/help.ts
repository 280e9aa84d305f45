/** Help on everything that can be typed, and the way to it from every complaint. */
import type { Command } from "commander";
import type { AddCommand } from "./door.js";

/** Also for commands of commands: `filewright help permissions add`. */
export const addHelpCommand: AddCommand = (program) => {
  program
    .command("help")
    .argument("[command...]", "what to explain")
    .description("explain a command, with examples")
    .action((words: readonly string[]) => {
      let found: Command = program;
      for (const word of words) {
        const next = found.commands.find((command) => command.name() === word);
        found = next ?? found.error(complaintAbout(word, found));
      }
      found.outputHelp();
    });
};

/** Every complaint about a command ends with where that very command is explained. */
export function offerHelp(command: Command, path: string = command.name()): void {
  command.showHelpAfterError(`Help: ${path} --help`);
  for (const each of command.commands) offerHelp(each, `${path} ${each.name()}`);
}

export function complaintAbout(word: string, { commands }: Command): string {
  const known = commands.map((command) => command.name()).join(", ");
  return known === ""
    ? `error: there is nothing called '${word}' here`
    : `error: unknown command '${word}'. Known: ${known}`;
}
