/** The commands of the program and what can be typed after each, as completion scripts need it. */
import type { Argument, Command, Option } from "commander";

export interface CommandShape {
  /** The words that lead to it: none for the program itself, "permissions list" for a command of a command. */
  readonly words: string;
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionShape[];
  /** What its own words may be, where they are a choice; everything else is a file. */
  readonly choices: readonly string[];
  /** A command that prints what its words may be, one in each line, where that is known only when it is completed. */
  readonly listing?: string;
}

/** By the words that lead to the command. What the listing prints is data: scripts must never evaluate it. */
const listings: Readonly<Record<string, string>> = {
  rewind: "filewright checkpoint --names",
};

export interface OptionShape {
  readonly short: string | undefined;
  readonly long: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** An option that takes a value, as "command:flag" under each of its names, and what the value may be. */
export interface ValueShape {
  readonly places: readonly string[];
  readonly choices: readonly string[];
}

export function listValues(shapes: readonly CommandShape[]): readonly ValueShape[] {
  return shapes.flatMap(({ words, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map((option) => ({
        places: flagsOf(option).map((flag) => `${words}:${flag}`),
        choices: option.choices,
      })),
  );
}

/** All of them, the program itself first. */
export function describeCommands(command: Command, words: readonly string[] = []): readonly CommandShape[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const listing = listings[words.join(" ")];
  return [
    {
      words: words.join(" "),
      ...(listing === undefined ? {} : { listing }),
      description: command.description(),
      commands: commands.map((each) => ({
        name: each.name(),
        description: firstSentence(each.description()),
      })),
      options: help.visibleOptions(command).map(describeOption),
      choices: [...command.registeredArguments.flatMap(choicesOf), ...namesToExplain(command)],
    },
    ...command.commands.flatMap((each) => describeCommands(each, [...words, each.name()])),
    ...describeHelp(command, commands, words),
  ];
}

/** The program's own command that helps takes the names of the others. */
function namesToExplain(command: Command): readonly string[] {
  return command.name() === "help" ? (command.parent?.commands ?? []).map((each) => each.name()) : [];
}

/** Where commander adds the command that helps, it is not among the others, and takes their names. */
function describeHelp(
  { commands: own }: Command,
  visible: readonly Command[],
  words: readonly string[],
): readonly CommandShape[] {
  return visible
    .filter((each) => !own.includes(each))
    .map((help) => ({
      words: [...words, help.name()].join(" "),
      description: help.description(),
      commands: [],
      options: [],
      choices: own.map((each) => each.name()),
    }));
}

export function flagsOf({ short, long }: OptionShape): readonly string[] {
  return [short, long].filter((flag) => flag !== undefined);
}

function describeOption(option: Option): OptionShape {
  return {
    short: option.short,
    long: option.long,
    description: firstSentence(option.description),
    takesValue: option.required || option.optional,
    choices: option.argChoices ?? [],
  };
}

function choicesOf({ argChoices }: Argument): readonly string[] {
  return argChoices ?? [];
}

/** Scripts show them beside each other. */
function firstSentence(text: string): string {
  return text.split(/(?<=[^.])[.;:](?:\s|$)/)[0] ?? text;
}
