/** What taking changes back does to each file, in words: before it is done, and after. */
import type { RestoreResult } from "../../../history-restore.js";
import type { FileRestore } from "../../../mutation/file-restore.js";
import type { Hunk } from "../../../text/diff/hunks.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { plural } from "../../../text/quantities.js";
import { visiblePath } from "../../../text/visible.js";
import { type ColourChoice, paint } from "../../colours.js";
import { renderDiff } from "../../diff.js";

type NameOf = (path: string) => string;

const blocking: readonly FileRestore["outcome"][] = ["conflict", "unavailable", "refused"];

/** Whether a file is in the way, and stays as it is. */
export function isBlocked({ outcome }: FileRestore): boolean {
  return blocking.includes(outcome);
}

/** Every file with its diff, and what is in the way with what to do about it. */
export function renderPlan({ files, withheld }: RestoreResult, nameOf: NameOf, choice: ColourChoice): string {
  const shown = files.map((file) => {
    const path = nameOf(file.path);
    if (isBlocked(file)) return renderBlocked(file, path, choice);
    if (file.outcome === "unchanged") return `${visiblePath(path)} already is as it would become.\n`;
    return renderDiff(file.structuredPatch, { ...choice, path, kind: kindOf(file) });
  });
  return shown.join("") + renderWithheld(withheld);
}

const deeds: Readonly<Record<FileRestore["outcome"], string>> = {
  restored: "Restored",
  deleted: "Removed",
  merged: "Merged",
  unchanged: "Unchanged",
  conflict: "Left alone",
  unavailable: "Left alone",
  refused: "Left alone",
};

/** A line for each file. */
export function renderDeeds(
  { files, withheld }: RestoreResult,
  nameOf: NameOf,
  choice: ColourChoice,
): string {
  const lines = files.map((file) =>
    isBlocked(file)
      ? renderBlocked(file, nameOf(file.path), choice)
      : `${deeds[file.outcome]} ${visiblePath(nameOf(file.path))}\n`,
  );
  return lines.join("") + renderWithheld(withheld);
}

function renderBlocked(file: FileRestore, path: string, choice: ColourChoice): string {
  const heading = paint(`In the way: ${visiblePath(path)}`, "red", choice);
  return `${heading}\n  ${escapeForTerminal(`${file.reason ?? file.outcome}. ${advise(file)}`)}\n`;
}

function advise({ outcome, isMergeable }: FileRestore): string {
  if (outcome === "refused") return "It stays as it is; --skip-conflicts does the rest.";
  if (outcome === "unavailable") return "It can't be put back; --skip-conflicts does the rest.";
  return isMergeable === true
    ? "--merge keeps what was done since and takes the change back; --skip-conflicts leaves the file alone."
    : "Take back what was done since first, or edit the file by hand; --skip-conflicts leaves it alone.";
}

/** What rules deny is counted, not named. */
function renderWithheld(withheld: number | undefined): string {
  if (withheld === undefined) return "";
  return `${plural(withheld, "file")} left alone: permission rules deny reading ${withheld === 1 ? "it" : "them"}.\n`;
}

function kindOf({ outcome, structuredPatch }: FileRestore): "create" | "update" | "delete" {
  if (outcome === "deleted") return "delete";
  return structuredPatch.length > 0 && structuredPatch.every(isFromNothing) ? "create" : "update";
}

function isFromNothing({ oldStart, oldLines }: Hunk): boolean {
  return oldStart === 0 && oldLines === 0;
}
