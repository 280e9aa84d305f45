/** Words for the model about a change that was made. */
import type { CommitNote } from "../../mutation/write-ahead.js";
import type { Hunk } from "../../text/diff/hunks.js";
import { renderHunks } from "../../text/diff/render-hunks.js";

const DIFF_LINES = 120;
const DIFF_CHARACTERS = 8000;

export function renderDiff(hunks: readonly Hunk[]): string {
  return renderHunks(hunks, { maxLines: DIFF_LINES, maxCharacters: DIFF_CHARACTERS }).text;
}

export function renderNote(note: CommitNote): string {
  if (note.kind === "displaced") {
    const kept = note.isKept
      ? "is kept in the history: tell the user"
      : "could not be kept: tell the user at once";
    return `[Another program changed the file at the same moment. Its version was displaced and ${kept}.]`;
  }
  if (note.kind === "in-place") return `[Written in place, because ${note.reason}.]`;
  if (note.kind === "not-kept") return `[Could not be kept: ${note.properties.join(", ")}.]`;
  return `[This change can't be undone: ${note.reason}.]`;
}
