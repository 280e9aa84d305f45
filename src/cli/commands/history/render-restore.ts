/** What restoring does to each file, in words: before it is done, and after. */
import type { RestoreResult } from "../../../history-restore.js";
import { type FileRestore, isBlocked } from "../../../mutation/file-restore.js";
import type { Hunk } from "../../../text/diff/hunks.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { plural } from "../../../text/quantities.js";
import { visiblePath } from "../../../text/visible.js";
import { type ColourChoice, paint } from "../../colours.js";
import { renderDiff } from "../../diff.js";
import { adviseOnDisplaced } from "./show.js";

type NameOf = (path: string) => string;

/** Every file with its diff, and why a file can't be restored with what to do about it. */
export function renderPlan({ files, withheld }: RestoreResult, nameOf: NameOf, choice: ColourChoice): string {
  const shown = files.map((file) => {
    const path = nameOf(file.path);
    if (isBlocked(file)) return renderBlocked(file, path, choice);
    if (file.outcome === "unchanged") return `${visiblePath(path)} already has that content.\n`;
    const diff = renderDiff(file.structuredPatch, { ...choice, path, kind: kindOf(file) });
    return file.isPatchOmitted === true ? `${diff}The diff is too large to be shown.\n` : diff;
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
  failed: "Left alone",
};

/** A line for each file that was changed, already had the content, or could not be restored. */
export function renderDeeds(
  { files, withheld }: RestoreResult,
  nameOf: NameOf,
  choice: ColourChoice,
): string {
  const lines = files.map((file) => {
    const path = nameOf(file.path);
    if (isBlocked(file)) return renderBlocked(file, path, choice);
    if (!file.isApplied && file.outcome !== "unchanged") return "";
    const line = `${deeds[file.outcome]} ${visiblePath(path)}`;
    return `${line}${describeLeft(file)}\n${renderDisplaced(file)}`;
  });
  return lines.join("") + renderWithheld(withheld);
}

/** A file that should have been rolled back with the others. A merged file has the reason of its conflict. */
function describeLeft({ outcome, reason }: FileRestore): string {
  if (reason === undefined || outcome === "merged") return "";
  return escapeForTerminal(`, and it could not be rolled back: ${reason}`);
}

function renderDisplaced({ hasDisplaced, change }: FileRestore): string {
  if (hasDisplaced !== true || change === undefined) return "";
  return `  Another program changed the file at that moment. Its version is kept.\n${adviseOnDisplaced(change).replace(/^/gm, "  ").trimEnd()}\n`;
}

function renderBlocked(file: FileRestore, path: string, choice: ColourChoice): string {
  const heading = paint(`Can't be restored: ${visiblePath(path)}`, "red", choice);
  return `${heading}\n  ${escapeForTerminal(`${file.reason ?? file.outcome}. ${advise(file)}`)}\n`;
}

function advise({ outcome, isMergeable }: FileRestore): string {
  if (outcome === "refused" || outcome === "unavailable")
    return "The file stays as it is; --skip-conflicts restores the others.";
  if (outcome === "failed") return "The file stays as it is. Check the disk and try again.";
  return isMergeable === true
    ? "--merge keeps what was done since and undoes the change; --skip-conflicts leaves the file alone."
    : "Undo what was done since first, or edit the file by hand; --skip-conflicts leaves it alone.";
}

/** Files that rules deny are counted, not named. */
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
