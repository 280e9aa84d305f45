/** Words for the model about a change that was made. */
import type { CommitNote } from "../../mutation/write-ahead.js";
import type { Hunk } from "../../text/diff/hunks.js";
import { type RenderedDiff, renderHunks } from "../../text/diff/render-hunks.js";
import { findShownLines } from "../../text/diff/shown-lines.js";
import type { LineRanges } from "../../text/line-ranges.js";
import { visiblePath } from "../../text/visible.js";

const DIFF_LINES = 120;
const DIFF_CHARACTERS = 8000;

export function renderDiff(hunks: readonly Hunk[]): string {
  return renderBounded(hunks).text;
}

function renderBounded(hunks: readonly Hunk[]): RenderedDiff {
  return renderHunks(hunks, { maxLines: DIFF_LINES, maxCharacters: DIFF_CHARACTERS });
}

export interface ReviewedDiff {
  readonly text: string;
  /** The lines of the file that it shows from end to end. */
  readonly shownLines: LineRanges;
  /** It shows all lines that it is about, from end to end. */
  readonly isWhole: boolean;
}

/** What a person changed, as the model is shown it. */
export function renderReviewedDiff(hunks: readonly Hunk[]): ReviewedDiff {
  const rendered = renderBounded(hunks);
  const shownLines = findShownLines(hunks, rendered);
  const count = shownLines.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const isWhole = rendered.hiddenLines === 0 && count === hunks.reduce((sum, hunk) => sum + hunk.newLines, 0);
  return { text: rendered.text, shownLines, isWhole };
}

export function renderReview(hunks: readonly Hunk[]): string {
  const { text, isWhole } = renderReviewedDiff(hunks);
  const parts = [`[The user changed your proposal before allowing it. What they changed:]\n${text}`];
  if (!isWhole) parts.push("[Not all of it is shown: read the file again before you change it.]");
  return parts.join("\n");
}

/** Permission with the old content is permission for nothing, and a model that is not told so would try again. */
export function renderKept(path: string): string {
  return `The user did not take your change and kept ${path} as it was. Nothing was written. Do not try it again another way; ask the user how to go on.`;
}

export function renderNote(note: CommitNote): string {
  switch (note.kind) {
    case "displaced":
      return renderDisplaced(note);
    case "still-open":
      return "[Another program still has the former file open for writing. What it writes from now on does not reach the file: tell the user.]";
    case "overwritten":
      return "[Another program wrote into the file at the same moment. The file now holds what that program wrote, not this change, or parts of both: read it again and tell the user. This change is in the history.]";
    case "unconfirmed":
      return `[The change was made, but the disk then answered ${note.code}: whether it survives a power cut is not confirmed. Tell the user to check the disk.]`;
    case "leftover":
      return `[A temporary file could not be removed: ${visiblePath(note.path)}. Tell the user.]`;
    case "in-place":
      return `[Written in place, because ${note.reason}.]`;
    case "not-kept":
      return `[Could not be kept: ${note.properties.join(", ")}.]`;
    default:
      return `[This change can't be undone: ${note.reason}.]`;
  }
}

function renderDisplaced({ isKept, path, isStillOpen }: CommitNote & { kind: "displaced" }): string {
  const event = "[Another program changed the file at the same moment.";
  const left =
    path === undefined
      ? "could not be kept: tell the user at once"
      : `is left in ${visiblePath(path)}: tell the user`;
  if (!isStillOpen) {
    return `${event} Its version was displaced and ${isKept ? "is kept in the history: tell the user, who can restore it from there (timeline of the console, or command line)" : left}.]`;
  }
  const soFar = isKept ? "is kept in the history" : left.replace(/: .*/, "");
  return `${event} Its version was displaced, and the program still has it open. What it had written until now ${soFar}; what it writes from now on does not reach the file. Tell the user at once.]`;
}
