/** The words of the account: how much came through the tools, and how much from elsewhere. */
import { Option } from "commander";
import { type AddCommand, acting } from "../door.js";
import type { AttributionFlags } from "./attribution/report.js";
import { examples, reporting } from "./definition.js";

export const addAttributionCommand: AddCommand = (program, door) => {
  reporting(program.command("attribution"))
    .description("how many lines and characters came through the tools, and how many from elsewhere")
    .argument("[path...]", "only these files, and those in these folders")
    .option("--since <ref>", "count what is not in this commit, of all files that git does not ignore")
    .addOption(new Option("--trailer", "one line for the end of a commit message").conflicts("json"))
    .addHelpText(
      "after",
      examples(
        ["filewright attribution", "files that the tools have changed"],
        ["filewright attribution --since main src", "all that has changed in src since main"],
        ["filewright attribution --since HEAD --trailer", "what the next commit would bring"],
      ),
    )
    .action(
      acting(door, async (paths: readonly string[], flags: AttributionFlags) =>
        (await import("./attribution/report.js")).reportAttribution(paths, flags, door),
      ),
    );
};
