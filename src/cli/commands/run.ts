/** The words for running a program in the sandbox. */
import { type AddCommand, acting } from "../door.js";
import { addWorkspaceOptions } from "../open-toolkit.js";
import { examples } from "./definition.js";
import type { RunFlags } from "./run/run-program.js";

export const addRunCommand: AddCommand = (program, door) => {
  addWorkspaceOptions(program.command("run"))
    .description("run a program in the sandbox: it can change files inside the roots, and uses no network")
    .argument("<program...>", "the program and its arguments, after --")
    .option("--network", "let it use the network")
    .option("--read-only", "let it change nothing inside the roots")
    .option("--allow-read <path>", "a file or folder that it may read too, once for each", collect)
    .option("--allow-write <path>", "a file or folder that it may change too, once for each", collect)
    .addHelpText(
      "after",
      `${examples(
        ["filewright run -- npm test", "files that rules deny are hidden from it"],
        ["filewright run --network -- npm install", "with the network"],
        ["filewright run --allow-read ~/.cargo -- cargo check", "with a folder of the home directory"],
      )}

It reads the roots, the system's programs and libraries, and the folders of the PATH; not the rest of the home
directory. TMPDIR is a folder of its own. The exit code is the program's.`,
    )
    .action(
      acting(door, async (words: readonly string[], flags: RunFlags) =>
        (await import("./run/run-program.js")).runInSandbox(words, flags, door),
      ),
    );
};

function collect(path: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), path];
}
