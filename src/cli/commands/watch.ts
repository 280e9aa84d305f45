import { Option } from "commander";
import { eventTypes } from "../../notify/event-types.js";
import { type AddCommand, acting } from "../door.js";
import { examples } from "./definition.js";
import type { WatchFlags } from "./watch/run-watch.js";

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [...earlier, value];

export const addWatchCommand: AddCommand = (program, door) => {
  program
    .command("watch")
    .description("what the tools do, as it happens: in servers, commands and programs of this user")
    .option("--json", "one line of JSON for each event, for programs")
    .addOption(
      new Option("--type <event...>", "only events of these types").choices([...eventTypes, "watching"]),
    )
    .option(
      "--since <time>",
      "begin with what is still remembered from then (30s, 5m, 2h, 1d, or a date); each program tells it when it next does something",
    )
    .option("--no-content", "leave out texts and patches of changed files")
    .addOption(
      new Option(
        "--root <dir>",
        "a folder to watch, once for each (default: the working directory)",
      ).argParser(collect),
    )
    .option("--all", "wherever it happens")
    .addHelpText(
      "after",
      examples(
        ["filewright watch", "one line for each event in this folder"],
        ["filewright watch --all --since 10m", "everywhere, with what was remembered"],
        ["filewright watch --json --type file-changed", "for an editor: path, before, after, patch"],
      ),
    )
    .action(
      acting(door, async (flags: WatchFlags) => (await import("./watch/run-watch.js")).runWatch(flags, door)),
    );
};
