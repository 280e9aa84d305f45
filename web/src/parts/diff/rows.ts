/** The rows that a diff is shown in, one below the other or side by side: made once for a diff, all heights known. */
import type { Hunk } from "../../../../src/text/diff/hunks.js";
import { type DiffLine, type HunkPart, readHunk } from "./diff-lines-of-hunk.js";

export type DiffLayout = "unified" | "split";

type DiffRow =
  | { readonly kind: "head"; readonly hunk: number }
  /** The new side of the hunk, being changed. */
  | { readonly kind: "editor"; readonly hunk: number }
  | {
      readonly kind: "line";
      readonly hunk: number;
      /** Side by side both may be there; in one column, one of them. */
      readonly left: DiffLine | undefined;
      readonly right: DiffLine | undefined;
    };

export interface DiffRows {
  readonly rows: readonly DiffRow[];
  /** The row of each hunk's head. */
  readonly heads: readonly number[];
  /** The line that a line replaces or is replaced by, if it is a version of it. */
  readonly partners: ReadonlyMap<DiffLine, DiffLine>;
}

export interface RowOptions {
  readonly layout: DiffLayout;
  /** The hunk whose lines are being changed. */
  readonly editing?: number | undefined;
}

export function buildRows(
  hunks: readonly (readonly HunkPart[])[],
  { layout, editing }: RowOptions,
): DiffRows {
  const rows: DiffRow[] = [];
  const heads: number[] = [];
  const partners = new Map<DiffLine, DiffLine>();
  for (const [hunk, parts] of hunks.entries()) {
    heads.push(rows.length);
    rows.push({ kind: "head", hunk });
    if (hunk === editing) {
      rows.push({ kind: "editor", hunk });
      continue;
    }
    for (const part of parts) {
      pushRows(rows, { hunk, part, layout });
      if (part.kind === "same") continue;
      for (const { removed, added, isMatch } of part.pairs) {
        if (!isMatch || removed === undefined || added === undefined) continue;
        partners.set(removed, added);
        partners.set(added, removed);
      }
    }
  }
  return { rows, heads, partners };
}

export function readHunks(hunks: readonly Hunk[]): readonly (readonly HunkPart[])[] {
  return hunks.map(readHunk);
}

function pushRows(
  rows: DiffRow[],
  { hunk, part, layout }: { readonly hunk: number; readonly part: HunkPart; readonly layout: DiffLayout },
): void {
  if (part.kind === "same") {
    for (const line of part.lines) rows.push({ kind: "line", hunk, left: line, right: line });
  } else if (layout === "split") {
    for (const { removed, added } of part.pairs)
      rows.push({ kind: "line", hunk, left: removed, right: added });
  } else {
    for (const line of part.removed) rows.push({ kind: "line", hunk, left: line, right: undefined });
    for (const line of part.added) rows.push({ kind: "line", hunk, left: undefined, right: line });
  }
}

/** How many columns the widest line takes, so that all of it can be scrolled to. */
export function countColumns(hunks: readonly (readonly HunkPart[])[], maxShown: number): number {
  let most = 0;
  for (const parts of hunks) {
    for (const part of parts) {
      const lines = part.kind === "same" ? part.lines : [...part.removed, ...part.added];
      for (const line of lines) most = Math.max(most, columnsOf(line.text, maxShown));
    }
  }
  return most;
}

const TAB_SIZE = 4;
/** What stands for a character that can't be seen, with its frame. */
const UNSEEN_COLUMNS = 8;

function columnsOf(text: string, maxShown: number): number {
  let columns = 0;
  const end = Math.min(text.length, maxShown);
  for (let index = 0; index < end; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x09) columns += TAB_SIZE - (columns % TAB_SIZE);
    else if (unit >= 0x20 && unit < 0x7f) columns += 1;
    else columns += isPerhapsUnseen(unit) ? UNSEEN_COLUMNS : 2;
  }
  return columns;
}

/** Rather too wide than too narrow. */
function isPerhapsUnseen(unit: number): boolean {
  return (
    unit < 0xa0 ||
    unit === 0xad ||
    (unit >= 0x2000 && unit < 0x2070) ||
    (unit >= 0xd800 && unit < 0xe000) ||
    unit >= 0xfe00
  );
}
