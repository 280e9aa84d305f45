/** The command of a tool, made of what the tool says of itself; the same way for every tool. */
import type { Command } from "commander";
import type { ToolFace } from "../../tools/define-tool.js";
import { acting, type Door } from "../door.js";
import {
  addRipgrepOption,
  addSessionOption,
  addSettingOptions,
  addWorkspaceOptions,
} from "../open-toolkit.js";
import { addModeShortcuts } from "./grep-mode.js";
import { addParameters, commandNameOf, listParameters } from "./parameters.js";
import { examples, searching } from "./words.js";

export function addToolCommand(program: Command, face: ToolFace, door: Door): void {
  const parameters = listParameters(face);
  const command = program.command(commandNameOf(face)).description(face.searchHint);
  addParameters(command, parameters);
  if (face.name === "Grep") addModeShortcuts(command);
  command.optionsGroup("Common options:");
  if (!face.traits.readOnly) addChangeOptions(command);
  command
    .option("-y, --yes", "answers yes where a person would be asked; what is denied stays denied")
    .option("--json", "prints the whole answer as one line of JSON");
  addSettingOptions(addWorkspaceOptions(command), face.name);
  if (searching.has(face.name)) addRipgrepOption(command);
  addSessionOption(command).addHelpText("after", () => renderExamples(face));
  command.action(
    acting(door, async () => {
      const { runToolCommand } = await import("./run-tool-command.js");
      return runToolCommand({ face, parameters, words: command.args, flags: command.opts() }, door);
    }),
  );
}

function addChangeOptions(command: Command): void {
  command
    .option("--dry-run", "shows what would change, and changes nothing")
    .option("--force", "takes content that looks like a mistake for what is meant")
    .option("--git-diff", "adds to --json how the file differs from git's last commit");
}

function renderExamples({ name }: ToolFace): string {
  const lines = (examples[name] ?? []).map(({ words, meaning }) => {
    const line = words.includes("filewright ") ? words : `filewright ${words}`;
    return `  $ ${line}\n      ${meaning}`;
  });
  return lines.length === 0 ? "" : `\nExamples:\n${lines.join("\n")}`;
}
