/** The words for the log of what was done. */
import { type Command, InvalidArgumentError } from "commander";
import { type AddCommand, acting, type Door } from "../door.js";
import { complaintAbout } from "../help.js";
import type { ShowFlags, VerifyFlags } from "./audit/audit.js";
import { examples, parseCount, reporting } from "./definition.js";

export const addAuditCommands: AddCommand = (program, door) => {
  const audit = program
    .command("audit")
    .description("the log of what the tools did, if one is kept")
    .addHelpText(
      "after",
      examples(
        ["filewright audit", "the newest lines"],
        ["filewright audit verify", "whether anything in it was changed"],
        ["FILEWRIGHT_AUDIT=1 filewright mcp", "keep one from now on"],
      ),
    );
  addShow(audit, door);
  addVerify(audit, door);
};

function addShow(audit: Command, door: Door): void {
  withFile(audit.command("show", { isDefault: true }))
    .description("its newest lines; exit code 1 if there is none")
    .option("--limit <n>", "how many lines to show", parseCount, 20)
    // A misspelt subcommand ends up here, because this one needs no name.
    .allowExcessArguments()
    .action(
      acting(door, async (flags: ShowFlags, show: Command) => {
        const [unknown] = show.args;
        if (unknown !== undefined) audit.error(complaintAbout(unknown, audit));
        return (await import("./audit/audit.js")).showAudit(flags, door);
      }),
    );
}

function addVerify(audit: Command, door: Door): void {
  withFile(audit.command("verify"))
    .description("whether its lines still hang together; exit code 2 if they do not")
    .option(
      "--expect <hash>",
      "a hash that it is known to have ended with, which must still be in it",
      parseHash,
    )
    .option("--after <hash>", "the last hash of older files that were removed", parseHash)
    .action(
      acting(door, async (flags: VerifyFlags) =>
        (await import("./audit/audit.js")).verifyAuditLog(flags, door),
      ),
    );
}

function withFile(command: Command): Command {
  return reporting(command).option("--file <file>", "the log, if not the one in the state directory");
}

function parseHash(given: string): string {
  if (/^[0-9a-f]{64}$/i.test(given)) return given.toLowerCase();
  throw new InvalidArgumentError("It must be a hash of 64 hexadecimal digits.");
}
