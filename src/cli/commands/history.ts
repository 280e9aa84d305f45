/** The words of what a person does with the past: look, take back, bring back, go back. */
import { type Command, Option } from "commander";
import { type AddCommand, acting, type Door } from "../door.js";
import { examples, parseCount, reporting } from "./definition.js";
import type { CheckpointFlags } from "./history/checkpoint.js";
import type { HistoryFlags, ShowFlags } from "./history/list.js";
import type { RewindFlags, TakeBackFlags } from "./history/take-back.js";

export const addHistoryCommands: AddCommand = (program, door) => {
  addHistory(program, door);
  addUndo(program, door);
  addRedo(program, door);
  addRewind(program, door);
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
    .description("one change in full")
    .argument("<change>", "its id, or the beginning of it")
    .action(
      acting(door, async (change: string, _own: ShowFlags, command: Command) =>
        (await import("./history/list.js")).showChange(change, command.optsWithGlobals(), door),
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
    .description("take changes back; without a name the last one here, whoever made it")
    .argument("[what...]", "changes by their ids, or files: of a file its last change is taken back")
    .option("--last <n>", "the last n changes", parseCount)
    .addHelpText(
      "after",
      examples(
        ["filewright undo", "shows the last change, and asks"],
        ["filewright undo src/app.ts", "the last change of one file"],
        ["filewright undo --last 3 --dry-run", "what taking back three would do"],
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
        ["filewright redo", "takes the last undo or rewind back"],
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
    .description("take everything back that was changed since a moment")
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

function takingBack(command: Command): Command {
  return reporting(command)
    .option("--dry-run", "show what would happen, and change nothing")
    .option("-y, --yes", "do not ask")
    .option("--merge", "where a file has changed since, keep both if they touch different lines")
    .option("--skip-conflicts", "leave files in conflict as they are, and do the rest");
}
