/** `filewright install`: the words and options; what it does is loaded when it runs. */
import { Argument } from "commander";
import { type AddCommand, acting } from "../../door.js";
import { clientIds } from "./clients.js";
import type { InstallFlags } from "./flags.js";

const help = `
Examples:
  $ filewright install                             # which clients are here, and what would be done
  $ filewright install claude-code                 # shows the change of ~/.claude.json and asks
  $ filewright install vscode --project --yes      # into .vscode/mcp.json, without a question
  $ filewright install claude-desktop --root ~/notes
  $ filewright install codex --print               # the snippet alone
  $ filewright install cursor --http http://127.0.0.1:7345/mcp
  $ filewright install zed --remove`;

export const addInstallCommand: AddCommand = (program, door) => {
  program
    .command("install")
    .addArgument(clientArgument())
    .description("add Filewright to an MCP client, or list the clients")
    .option("--project", "into the project's own file instead of the user's")
    .option("--root <dir>", "a folder that may be worked in; may be repeated", collect)
    .option(
      "--mode <mode>",
      "what needs a person's permission: default, acceptEdits, plan, dontAsk or bypassPermissions",
    )
    .option("--read-only", "without the tools that change files")
    .option("--http <url>", "connect to a server that `filewright serve` runs")
    .option("--token-file <file>", "where that server's token is (default: where `filewright serve` puts it)")
    .option("--token-env", "name a variable in the entry instead of writing the token into the file")
    .option("--print", "print what would be written, and nothing else")
    .option("--remove", "take Filewright out again")
    .option("-y, --yes", "write without asking")
    .option("--json", "answer as JSON")
    .addHelpText("after", help)
    .action(
      acting(door, async (client: string | undefined, flags: InstallFlags) => {
        const { runInstall } = await import("./run-install.js");
        return runInstall(client, flags, door);
      }),
    );
};

/** Named for help and completion; one that is unknown is refused by the command, which says what may be meant. */
function clientArgument(): Argument {
  const argument = new Argument("[client]", "which client");
  argument.argChoices = [...clientIds];
  return argument;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
