/** Words for the model about a change that was made. */
import type { CommitNote } from "../../mutation/write-ahead.js";
import { countChangedLines, type Hunk } from "../../text/diff/hunks.js";
import { narrowHunks, sampleChanges } from "../../text/diff/narrow-hunks.js";
import { type RenderOptions, renderHunks } from "../../text/diff/render-hunks.js";
import { findShownLines } from "../../text/diff/shown-lines.js";
import type { MatchTier } from "../../text/edit/tiers.js";
import { describeRanges, joinRanges, type LineRanges } from "../../text/line-ranges.js";
import { visiblePath } from "../../text/visible.js";
import { addedLines, changesOf } from "./known-lines.js";

/** Bounds for the diff of an Edit: enough to see that it hit the right place. */
const EDIT_DIFF = { context: 2, maxLines: 40, maxCharacters: 2500 };
/** Bounds for the diff of a Write. */
const WRITE_DIFF = { context: 0, maxLines: 12, maxCharacters: 500 };
/** Samples shown for `replace_all`. */
const MAX_SAMPLES = 3;
const SAMPLE_LINES = 5;
const LISTED_RANGES = 10;
/** Bounds for what a person changed in a proposal, which is new to the model. */
const REVIEWED_DIFF_BOUNDS = { maxLines: 120, maxCharacters: 8000 };

export interface OwnDiff {
  readonly text: string;
  /** The lines of the file that it shows from end to end. */
  readonly shownLines: LineRanges;
}

/** What a result shows of the model's own Edit. */
export function renderOwnDiff(hunks: readonly Hunk[]): OwnDiff {
  return renderBounded(narrowHunks(hunks, EDIT_DIFF.context), EDIT_DIFF);
}

/** What a result shows of an Edit in many places: one of them, or three if the text found may differ from what was sent. */
export function renderSamples(hunks: readonly Hunk[], tier: MatchTier): OwnDiff {
  const samples = sampleChanges(hunks, tier === "exact" ? 1 : MAX_SAMPLES, SAMPLE_LINES);
  const { text, shownLines } = renderBounded(samples, EDIT_DIFF);
  const isPart = changedLines(samples) < changedLines(hunks);
  return { text: isPart ? `For example:\n${text}` : text, shownLines };
}

function changedLines(hunks: readonly Hunk[]): number {
  const { added, removed } = countChangedLines(hunks);
  return added + removed;
}

export function renderWriteDiff(hunks: readonly Hunk[]): string {
  return renderBounded(narrowHunks(hunks, WRITE_DIFF.context), WRITE_DIFF).text;
}

function renderBounded(hunks: readonly Hunk[], bounds: RenderOptions): OwnDiff {
  const rendered = renderHunks(hunks, bounds);
  return { text: rendered.text, shownLines: joinRanges(findShownLines(hunks, rendered)) };
}

/** "on lines 3, 17 and 40-42", numbered as in the changed file, or as before if the change only deletes. */
export function listChangedLines(hunks: readonly Hunk[]): string {
  const changes = changesOf(hunks);
  const added = addedLines(changes);
  if (added.length > 0) return `on ${describeRanges(added, { limit: LISTED_RANGES })}`;
  const removed = joinRanges(
    changes.map(({ beforeStart, beforeEnd }) => ({ from: beforeStart + 1, to: beforeEnd })),
  );
  return `formerly on ${describeRanges(removed, { limit: LISTED_RANGES })}`;
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
  const rendered = renderHunks(hunks, REVIEWED_DIFF_BOUNDS);
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
