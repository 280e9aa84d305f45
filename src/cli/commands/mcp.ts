import { Option } from "commander";
import { serverWords } from "../../mcp/stdio/server-words.js";
import type { AddCommand } from "../door.js";

/** For help and completion; the launcher starts the server itself, without the rest of the command line. */
export const addMcpCommand: AddCommand = (program) => {
  const command = program
    .command("mcp")
    .description("serve the tools to an MCP client over standard input and output")
    .addHelpText(
      "after",
      `
Examples:
  $ filewright mcp                               # in the project's folder
  $ filewright mcp --root ~/src/app --root ~/notes
  $ filewright mcp --read-only
  $ filewright mcp --mode acceptEdits            # changes inside the roots need no permission

A client starts this by itself: see filewright install. It ends when its input does.`,
    );
  for (const { name, value, choices, description } of serverWords) {
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, description);
    command.addOption(choices === undefined ? option : option.choices([...choices]));
  }
  command.action(async () => {
    const { main } = await import("../../mcp/stdio/main.js");
    main();
  });
};
