import { Option } from "commander";
import { serverWords } from "../../mcp/stdio/server-words.js";
import { type AddCommand, acting } from "../door.js";
import type { ServeFlags } from "./run-serve.js";

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const addServeCommand: AddCommand = (program, door) => {
  const command = program
    .command("serve")
    .description(
      "serve the tools to MCP clients over HTTP, and the console to your browser, on this machine alone",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ filewright serve                             # http://127.0.0.1:7345/mcp, for the working directory
  $ filewright serve --root ~/src/app --port 0   # any free port
  $ filewright serve --read-only --json          # one line of JSON when it is ready

The console shows what agents do, asks you what needs permission, and takes changes back: open the link
that is printed, or have another made with filewright console.

Clients need the token from the token file as a bearer token. Give each agent an address of its own,
such as http://127.0.0.1:7345/mcp/reviewer: what it has read is then known to be its own.`,
    );
  for (const { name, value, choices, description } of serverWords) {
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, description);
    if (name === "root") option.argParser(collect);
    command.addOption(choices === undefined ? option : option.choices([...choices]));
  }
  command
    .option("--port <number>", "the port to listen on; 0 picks a free one (default: 7345)")
    .option("--token-file <file>", "the file with the token; made if it is not there")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--allow-remote", "let --host name an address that other machines can reach")
    .addOption(
      new Option("--allowed-host <name>", "a host name that clients may use; repeat for several").argParser(
        collect,
      ),
    )
    .option("--no-console", "without the console in the browser")
    .option("--json", "print one line of JSON with the address and the token file when ready")
    .action(
      acting(door, async (flags: ServeFlags) => {
        const { runServe } = await import("./run-serve.js");
        return runServe(flags, door);
      }),
    );
};
