/** All the words of the command line. */
import { Command } from "commander";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import { builtInFaces } from "../tools/faces.js";
import { addAttributionCommand } from "./commands/attribution.js";
import { addAuditCommands } from "./commands/audit.js";
import { addCompletionCommand } from "./commands/completion.js";
import { addConsoleCommand } from "./commands/console.js";
import { addDoctorCommand } from "./commands/doctor.js";
import { addHistoryCommands } from "./commands/history.js";
import { addInstallCommand } from "./commands/install/command.js";
import { addMcpCommand } from "./commands/mcp.js";
import { addPermissionCommands } from "./commands/permissions.js";
import { addRunCommand } from "./commands/run.js";
import { addServeCommand } from "./commands/serve.js";
import { addTokenCommands } from "./commands/tokens.js";
import { addWatchCommand } from "./commands/watch.js";
import type { AddCommand, Door } from "./door.js";
import { addHelpCommand, offerHelp } from "./help.js";
import { addToolCommand } from "./tool-commands/add-tool-command.js";
import { commandNameOf } from "./tool-commands/parameters.js";

interface Words {
  /** What it is for, as the help groups them. */
  readonly heading: string;
  /** The commands that it adds. */
  readonly names: readonly string[];
  readonly add: AddCommand;
}

/** In the order of the help. */
const vocabulary: readonly Words[] = [
  ...builtInFaces.map((face) => ({
    heading: "Tools:",
    names: [commandNameOf(face)],
    add: (program: Command, door: Door) => addToolCommand(program, face, door),
  })),
  {
    heading: "History:",
    names: ["history", "undo", "redo", "rewind", "restore", "checkpoint"],
    add: addHistoryCommands,
  },
  { heading: "History:", names: ["attribution"], add: addAttributionCommand },
  { heading: "History:", names: ["watch"], add: addWatchCommand },
  { heading: "History:", names: ["audit"], add: addAuditCommands },
  { heading: "Programs:", names: ["run"], add: addRunCommand },
  { heading: "Server:", names: ["mcp"], add: addMcpCommand },
  { heading: "Server:", names: ["serve"], add: addServeCommand },
  { heading: "Server:", names: ["console"], add: addConsoleCommand },
  { heading: "Server:", names: ["tokens"], add: addTokenCommands },
  { heading: "Setup:", names: ["install"], add: addInstallCommand },
  { heading: "Setup:", names: ["permissions"], add: addPermissionCommands },
  { heading: "Setup:", names: ["doctor"], add: addDoctorCommand },
];

const EPILOGUE = `
Examples:
  $ filewright read src/app.ts
  $ filewright edit src/app.ts --old 'port = 80' --new 'port = 8080' --dry-run
  $ filewright grep -n 'class \\w+Error'
  $ filewright install claude-code
  $ filewright help edit

Exit codes: 0 fine, 1 nothing found, 2 failure, 3 denied.`;

/**
 * The commands: all of them, or just those that the first word needs, because making all takes longer than most commands
 * do. Help, completion and words that nobody knows need all.
 */
export function createProgram(door: Door, version: string, firstWord?: string): Command {
  const program = new Command("filewright");
  program
    .description("The file engine for AI agents.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => door.terminal.write(text),
      // What was typed comes back in complaints about it.
      writeErr: (text) => door.terminal.writeError(escapeForTerminal(text)),
      outputError: (text, write) => write(text.replace(/^error: /, () => "filewright: ")),
    })
    .helpCommand(false)
    .addHelpText("after", EPILOGUE);
  const wanted = vocabulary.filter(({ names }) => firstWord !== undefined && names.includes(firstWord));
  for (const { heading, add } of wanted.length > 0 ? wanted : vocabulary) {
    program.commandsGroup(heading);
    add(program, door);
  }
  if (wanted.length === 0) {
    addCompletionCommand(program, door);
    addHelpCommand(program, door);
  }
  offerHelp(program);
  return program;
}
