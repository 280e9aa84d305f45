/** The lines of a hunk with what a reader needs to know of each: its numbers, and which line it replaces. */
import { type Hunk, NO_NEWLINE_MARKER } from "../../../../src/text/diff/hunks.js";
import { pairLines } from "./pair-lines.js";

export interface DiffLine {
  /** Counted from 0 among the lines of its hunk. */
  readonly index: number;
  readonly kind: "same" | "removed" | "added";
  /** Without the sign in front. */
  readonly text: string;
  /** 0 on the side that does not have the line. */
  readonly oldNumber: number;
  readonly newNumber: number;
  /** The last line of a file that does not end with a newline. */
  readonly isUnended: boolean;
}

/** A removed line beside the added one that takes its place, or either alone. */
export interface LinePair {
  readonly removed: DiffLine | undefined;
  readonly added: DiffLine | undefined;
  /** They are versions of one line, not merely neighbours. */
  readonly isMatch: boolean;
}

/** Lines that are the same on both sides, or a place where some were replaced. */
export type HunkPart =
  | { readonly kind: "same"; readonly lines: readonly DiffLine[] }
  | {
      readonly kind: "change";
      readonly removed: readonly DiffLine[];
      readonly added: readonly DiffLine[];
      readonly pairs: readonly LinePair[];
    };

export function readHunk(hunk: Hunk): readonly HunkPart[] {
  const parts: HunkPart[] = [];
  let same: DiffLine[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const endSame = (): void => {
    if (same.length > 0) parts.push({ kind: "same", lines: same });
    same = [];
  };
  const endChange = (): void => {
    if (removed.length + added.length > 0) {
      parts.push({ kind: "change", removed, added, pairs: pairLines(removed, added) });
    }
    removed = [];
    added = [];
  };
  for (const line of readLines(hunk)) {
    if (line.kind === "same") {
      endChange();
      same.push(line);
    } else {
      endSame();
      // A removed line behind added ones begins another change.
      if (line.kind === "removed" && added.length > 0) endChange();
      (line.kind === "removed" ? removed : added).push(line);
    }
  }
  endSame();
  endChange();
  return parts;
}

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "-": "removed", "+": "added" };

function readLines(hunk: Hunk): readonly DiffLine[] {
  // A side without lines is said to start at the line before.
  let oldNumber = hunk.oldLines === 0 ? hunk.oldStart + 1 : hunk.oldStart;
  let newNumber = hunk.newLines === 0 ? hunk.newStart + 1 : hunk.newStart;
  const lines: DiffLine[] = [];
  for (const [position, line] of hunk.lines.entries()) {
    if (line === NO_NEWLINE_MARKER) continue;
    const kind = KINDS[line.charAt(0)] ?? "same";
    lines.push({
      index: lines.length,
      kind,
      text: line.slice(1),
      oldNumber: kind === "added" ? 0 : oldNumber++,
      newNumber: kind === "removed" ? 0 : newNumber++,
      isUnended: hunk.lines[position + 1] === NO_NEWLINE_MARKER,
    });
  }
  return lines;
}
