/** The words for tokens of single agents: making, listing and revoking them. */
import { Option } from "commander";
import { permissionModes } from "../../permissions/access.js";
import { type AddCommand, acting } from "../door.js";
import { examples } from "./definition.js";
import type { AddTokenFlags, TokenFlags } from "./tokens/run-tokens.js";

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const addTokenCommands: AddCommand = (program, door) => {
  const tokens = program
    .command("tokens")
    .description("tokens for single agents of filewright serve, each with its own rules")
    .addHelpText(
      "after",
      examples(
        ["filewright tokens add reviewer --mode plan", "may read, and change nothing"],
        ['filewright tokens add docs --allow "Edit(/docs/**)" --deny "Read(.env)"', "rules of its own"],
        ["filewright tokens list", "names, rules, last use"],
        ["filewright tokens revoke reviewer", "ends its sessions"],
      ),
    );
  const json = "one line of JSON, for programs";
  tokens
    .command("add")
    .description("make a token and print it, this once")
    .argument("<name>", "the agent's name in the history, the audit log and the console")
    .addOption(new Option("--mode <mode>", "at most this mode").choices([...permissionModes]))
    .addOption(new Option("--allow <rule>", "what it may do without asking; repeatable").argParser(collect))
    .addOption(new Option("--ask <rule>", "what is always asked about; repeatable").argParser(collect))
    .addOption(new Option("--deny <rule>", "what it may not do; repeatable").argParser(collect))
    .option("--json", json)
    .action(
      acting(door, async (name: string, flags: AddTokenFlags) =>
        (await import("./tokens/run-tokens.js")).addToken(name, flags, door),
      ),
    );
  tokens
    .command("list")
    .description("names, modes, rules and last use")
    .option("--json", json)
    .action(
      acting(door, async (flags: TokenFlags) =>
        (await import("./tokens/run-tokens.js")).listTokens(flags, door),
      ),
    );
  tokens
    .command("revoke")
    .description("end a token and the sessions opened with it, also at servers that run")
    .argument("<name>", "the token's name")
    .option("--json", json)
    .action(
      acting(door, async (name: string, flags: TokenFlags) =>
        (await import("./tokens/run-tokens.js")).revokeToken(name, flags, door),
      ),
    );
};
