/** Marks a moment to come back to, or lists the marks there are. */
import type { CheckpointRecord } from "../../../history/records.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { visiblePath } from "../../../text/visible.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { shellWord } from "../../shell-word.js";
import { renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { refuse, shortId } from "./find-changes.js";
import { renderTime } from "./words.js";

export interface CheckpointFlags extends ReportFlags {
  readonly names?: true;
}

export function checkpoint(name: string | undefined, flags: CheckpointFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async ({ history }) => {
    const { terminal } = door;
    if (name !== undefined && flags.names === true)
      throw refuse("--names lists checkpoints. Leave it out to make one.");
    if (name === undefined) return list((await history.checkpoints()).toReversed(), flags, door);
    if (name.trim() === "") throw refuse("A checkpoint needs a name that can be seen.");
    const made = await history.checkpoint(name);
    terminal.write(
      flags.json === true
        ? `${JSON.stringify({ checkpoint: toJson(made) })}\n`
        : `Marked this moment as ${visiblePath(name)}. To come back: filewright rewind ${handleOf(made)}\n`,
    );
    return EXIT.fine;
  });
}

/** The name as it is typed in a shell. */
function handleOf(record: CheckpointRecord): string {
  return shellWord(nameOf(record));
}

/** The label, where it can be typed as it is shown. */
function nameOf({ id, label }: CheckpointRecord): string {
  return label.startsWith("-") || escapeForTerminal(label) !== label || /[\n\t]/.test(label) ? id : label;
}

function list(
  checkpoints: readonly CheckpointRecord[],
  { json, names }: CheckpointFlags,
  { terminal }: Door,
): ExitCode {
  if (names === true && json !== true) {
    for (const name of new Set(checkpoints.map(nameOf))) terminal.write(`${name}\n`);
  } else if (json === true) terminal.write(`${JSON.stringify({ checkpoints: checkpoints.map(toJson) })}\n`);
  else if (checkpoints.length === 0) terminal.writeError("There are no checkpoints. Name one to make it.\n");
  else {
    const rows = checkpoints.map(({ id, at, label }) => [
      { text: shortId(id), colour: "cyan" as const },
      { text: renderTime(at) },
      { text: label, colour: "bold" as const },
    ]);
    terminal.write(renderTable(rows, { colour: terminal.hasColour }));
  }
  return checkpoints.length === 0 ? EXIT.nothingFound : EXIT.fine;
}

function toJson({ id, at, label, sessionId }: CheckpointRecord): object {
  return { id, at: new Date(at).toISOString(), label, sessionId };
}
