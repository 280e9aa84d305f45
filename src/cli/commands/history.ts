/** The commands of the history: list, show, undo, redo, rewind, restore, checkpoint. */
import { type Command, Option } from "commander";
import type { VersionSide } from "../../mutation/restore-targets.js";
import { type AddCommand, acting, type Door } from "../door.js";
import { examples, parseCount, reporting } from "./definition.js";
import type { CheckpointFlags } from "./history/checkpoint.js";
import type { HistoryFlags } from "./history/list.js";
import type { ShowFlags } from "./history/show.js";
import type { RestoreFlags, RewindFlags, TakeBackFlags } from "./history/take-back.js";

const VERSIONS: readonly VersionSide[] = ["before", "after", "displaced"];
const NTH = [
  "--nth <n>",
  "which displaced version, if there are several: 1 is the oldest (default: the newest)",
  parseCount,
] as const;

export const addHistoryCommands: AddCommand = (program, door) => {
  addHistory(program, door);
  addUndo(program, door);
  addRedo(program, door);
  addRewind(program, door);
  addRestore(program, door);
  addCheckpoint(program, door);
};

function addHistory(program: Command, door: Door): void {
  const history = reporting(program.command("history"))
    .description("what the tools have changed, newest first")
    .argument("[file]", "only this file's changes")
    .option("--limit <n>", "how many changes to show", parseCount, 20)
    .option("--diff", "with what each change did")
    .option("--session <id>", "only this session's changes; the beginning of its id is enough")
    .option("--all", "also of files outside the roots")
    .addHelpText(
      "after",
      examples(
        ["filewright history", "the last changes here"],
        ["filewright history src/app.ts --diff", "what happened to one file"],
        ["filewright history show 4kq81z", "everything about one change"],
        ["filewright history ./show", "a file that is called like the subcommand"],
      ),
    )
    .action(
      acting(door, async (file: string | undefined, flags: HistoryFlags) =>
        (await import("./history/list.js")).listHistory(file, flags, door),
      ),
    );
  reporting(history.command("show"))
    .description("one change in full: who made it, its state, the kept versions, the diff")
    .argument("<change>", "its id, or any unambiguous prefix of it")
    .addOption(
      new Option("--content <version>", "print this version of the file instead, byte for byte").choices(
        VERSIONS,
      ),
    )
    .option(...NTH)
    .addHelpText(
      "after",
      examples(
        ["filewright history show 4kq81z", "what the change did"],
        ["filewright history show 4kq81z --content before > old.ts", "the file before the change"],
      ),
    )
    .action(
      acting(door, async (change: string, _own: ShowFlags, command: Command) =>
        (await import("./history/show.js")).showChange(change, command.optsWithGlobals(), door),
      ),
    );
  reporting(history.command("verify"))
    .description("read the whole history and report damage; exits with 2 if there is any")
    .action(
      acting(door, async (_own: ShowFlags, command: Command) =>
        (await import("./history/verify.js")).verifyHistory(command.optsWithGlobals(), door),
      ),
    );
}

function addUndo(program: Command, door: Door): void {
  takingBack(program.command("undo"))
    .description("undo changes, in all files or in none; without a name the last one here, whoever made it")
    .argument("[what...]", "changes by their ids, or files: of a file its last change is undone")
    .option("--last <n>", "the last n changes", parseCount)
    .addHelpText(
      "after",
      examples(
        ["filewright undo", "shows the last change, and asks"],
        ["filewright undo src/app.ts", "the last change of one file"],
        ["filewright undo --last 3 --dry-run", "what undoing three would do"],
        ["filewright undo 4kq81z --yes", "one change, without a question"],
      ),
    )
    .action(
      acting(door, async (what: readonly string[], flags: TakeBackFlags) =>
        (await import("./history/take-back.js")).undo(what, flags, door),
      ),
    );
}

function addRedo(program: Command, door: Door): void {
  takingBack(program.command("redo"))
    .description("bring back what was undone; without a name what was undone last")
    .argument("[what...]", "undone changes or undos by their ids, or files")
    .option("--last <n>", "the last n undos", parseCount)
    .addHelpText(
      "after",
      examples(
        ["filewright redo", "undoes the last undo or rewind"],
        ["filewright redo src/app.ts --yes", "the last undo of one file"],
      ),
    )
    .action(
      acting(door, async (what: readonly string[], flags: TakeBackFlags) =>
        (await import("./history/take-back.js")).redo(what, flags, door),
      ),
    );
}

function addRewind(program: Command, door: Door): void {
  takingBack(program.command("rewind"))
    .description("undo everything that was changed since a moment, in all files or in none")
    .argument("[checkpoint]", "its name or id; `filewright checkpoint` lists them")
    .option("--to <change>", "back to this change, which itself stays")
    .addOption(
      new Option("--scope <whose>", "whose changes: everybody's inside the roots, or the session's own")
        .choices(["roots", "session", "all"])
        .default("roots"),
    )
    .addHelpText(
      "after",
      examples(
        ["filewright rewind before-refactoring", "to a checkpoint"],
        ["filewright rewind --to 4kq81z --dry-run", "what going back to a change would do"],
      ),
    )
    .action(
      acting(door, async (checkpoint: string | undefined, flags: RewindFlags) =>
        (await import("./history/take-back.js")).rewind(checkpoint, flags, door),
      ),
    );
}

function addRestore(program: Command, door: Door): void {
  confirmed(program.command("restore"))
    .description("put one version of a file back, whatever the file holds now")
    .argument("<change>", "the change that the version belongs to: its id, or any unambiguous prefix of it")
    .option("--before", "the file as it was before the change")
    .option("--after", "the file as the change left it")
    .option("--displaced", "another program's version that the change displaced")
    .option(...NTH)
    .addHelpText(
      "after",
      examples(
        ["filewright restore 4kq81z --displaced --dry-run", "what would happen to the file"],
        ["filewright restore 4kq81z --before", "shows the diff, and asks"],
      ),
    )
    .action(
      acting(door, async (change: string, flags: RestoreFlags) =>
        (await import("./history/take-back.js")).restore(change, flags, door),
      ),
    );
}

function addCheckpoint(program: Command, door: Door): void {
  reporting(program.command("checkpoint"))
    .description("mark this moment to rewind to; without a name the checkpoints there are")
    .argument("[name]", "what to call it")
    .option("--names", "list only what `rewind` takes, one in each line")
    .addHelpText("after", examples(["filewright checkpoint before-refactoring", "then: filewright rewind …"]))
    .action(
      acting(door, async (name: string | undefined, flags: CheckpointFlags) =>
        (await import("./history/checkpoint.js")).checkpoint(name, flags, door),
      ),
    );
}

function confirmed(command: Command): Command {
  return reporting(command)
    .option("--dry-run", "show what would happen, and change nothing")
    .option("-y, --yes", "do not ask");
}

function takingBack(command: Command): Command {
  return confirmed(command)
    .option("--merge", "where a file has changed since, keep both if they touch different lines")
    .option("--skip-conflicts", "leave files that can't be restored as they are, and restore the others");
}
