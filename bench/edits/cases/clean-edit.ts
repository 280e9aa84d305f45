/** Turns a hunk into the edit that a careful model would send. */
import { randomFor } from "../random.js";
import { occursOnce } from "../text.js";
import type { CleanEdit, CommitHunk } from "./case.js";

const MOST_CONTEXT = 3;
const MOST_LINES = 60;
const WITH_FINAL_NEWLINE = 0.1;

/** Blanks at the end of a new line are a slip that our engine does not write, so it could not be right. */
const TRAILING_BLANKS = /[ \t]\r?$/;

/** Undefined if no context of a moderate size makes the place unique, or if only the end of the file changes. */
export function createEdit(hunk: CommitHunk, seed: number): CleanEdit | undefined {
  if (hunk.added.some((line) => TRAILING_BLANKS.test(line))) return undefined;
  const random = randomFor(seed, hunk.commit, hunk.path, hunk.index, "context");
  const lines = hunk.before.split("\n");
  const context = 1 + random.below(MOST_CONTEXT);
  const hasEnding = random.next() < WITH_FINAL_NEWLINE;
  // What follows the last newline is not a line.
  const count = hunk.before.endsWith("\n") ? lines.length - 1 : lines.length;
  for (let size = context; ; size += 1) {
    const first = Math.max(0, hunk.start - size);
    const end = Math.min(count, hunk.start + hunk.removed + size);
    if (end - first > MOST_LINES) return undefined;
    const edit = createCandidate(hunk, lines, { first, end, hasEnding });
    if (edit !== undefined) return edit;
    if (first === 0 && end === count) return undefined;
  }
}

function createCandidate(
  { before, start, removed, added, language }: CommitHunk,
  lines: readonly string[],
  { first, end, hasEnding }: { readonly first: number; readonly end: number; readonly hasEnding: boolean },
): CleanEdit | undefined {
  const head = lines.slice(first, start);
  const tail = lines.slice(start + removed, end);
  const ending = hasEnding && end < lines.length ? "\n" : "";
  const old = lines.slice(first, end).join("\n") + ending;
  const changed = [...head, ...added, ...tail].join("\n") + ending;
  if (old.trim() === "" || old === changed || !occursOnce(before, old)) return undefined;
  const expected = [...lines.slice(0, start), ...added, ...lines.slice(start + removed)].join("\n");
  const at = before.indexOf(old);
  // False where newlines at the end of the file change: strings without them can't say so.
  const isSame = expected === before.slice(0, at) + changed + before.slice(at + old.length);
  return isSame ? { before, old, new: changed, expected, firstLine: first + 1, language } : undefined;
}
