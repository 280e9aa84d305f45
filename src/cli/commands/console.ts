import { type AddCommand, acting } from "../door.js";
import type { ConsoleFlags } from "./console/run-console.js";
import { examples } from "./definition.js";

export const addConsoleCommand: AddCommand = (program, door) => {
  program
    .command("console")
    .description("a link that opens the console of the running server in a browser, once")
    .option("--open", "open it in the browser, too")
    .option("--port <number>", "the server's port, where several run")
    .option("--token-file <file>", "the file with the server's token; with --port, for one that is not found")
    .option("--json", "one line of JSON with the link, for programs")
    .addHelpText(
      "after",
      examples(
        ["filewright console", "prints the link"],
        ["filewright console --open", "and opens it"],
        ["filewright console --port 8080", "of this one, where several run"],
      ),
    )
    .action(
      acting(door, async (flags: ConsoleFlags) =>
        (await import("./console/run-console.js")).runConsole(flags, door),
      ),
    );
};
