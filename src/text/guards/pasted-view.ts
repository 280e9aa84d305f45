/**
 * Recognises content that is a result of ours instead of a file: lines with Read's numbers, the stub for an unchanged
 * file, a notebook's cells between tags, markers and notes for what was left out. Writing it would lose what it only
 * stands for. What the file had before is the file's own and may stay, and so may a line of the same kind in its place.
 */
import {
  CELL_TAG,
  CONTINUATION,
  CUT_MARKER,
  findNumberedLine,
  type NumberedLine,
  OUTPUT_CUT,
  PREVIEW_NOTE,
  UNCHANGED_STUB,
  UNCHANGED_VIEW,
} from "../own-words.js";

type PastedViewKind =
  | "line-numbers"
  | "unchanged-stub"
  | "cut-marker"
  | "continuation"
  | "preview"
  | "notebook-view";

export interface PastedView {
  readonly kind: PastedViewKind;
  /** 1-based line of `content` in which it shows. */
  readonly line: number;
}

/** What we say under a view stands in brackets. */
const NOTE = /^\[[^\n]*\]$/;
/** Numbers from here on fill the six columns; before a tab they may as well be the first column of a table. */
const FIRST_FULL_WIDTH = 100_000;

/** Words that every marker has; most content has none of them, and need not be looked at line by line. */
const MARKER_WORDS: readonly string[] = [
  UNCHANGED_STUB,
  UNCHANGED_VIEW,
  "Read on with offset",
  "View on with view_range",
  "[Result too long",
  "in this line are hidden",
  "characters of this output are hidden",
  "outputs of this cell are hidden",
  "<cell",
  "<output",
];
/** How a numbered view begins. */
const FIRST_NUMBER = /^\s*\d+[→\t]/;

/** `replaced` is the part of the original that the content takes the place of. */
export function findPastedView(
  content: string,
  original: string | undefined,
  replaced: string = "",
): PastedView | undefined {
  const isPossible = FIRST_NUMBER.test(content) || MARKER_WORDS.some((words) => content.includes(words));
  if (!isPossible) return undefined;
  const lines = splitLines(content);
  const known = createLookup(original);
  const old = splitLines(replaced);
  return findNumbers(lines, known, old) ?? findMarker(lines, known, old);
}

type Lookup = (line: string) => boolean;

function splitLines(text: string): string[] {
  return text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

function createLookup(original: string | undefined): Lookup {
  let lines: Set<string> | undefined;
  return (line) => {
    lines ??= new Set(original === undefined ? [] : splitLines(original));
    return lines.has(line);
  };
}

function findMarker(
  lines: readonly string[],
  isKnown: Lookup,
  replaced: readonly string[],
): PastedView | undefined {
  const kept = new Set(lines);
  const removed = replaced.filter((line) => !kept.has(line)).map(findMarkerKind);
  for (const [index, line] of lines.entries()) {
    const kind = findMarkerKind(line);
    if (kind === undefined || isKnown(line)) continue;
    // It takes the place of one that the file had there.
    const old = removed.indexOf(kind);
    if (old < 0) return { kind, line: index + 1 };
    removed.splice(old, 1);
  }
  return undefined;
}

/** A marker counts only where we would put it: alone on its line, or at the end of a cut one. */
function findMarkerKind(line: string): PastedViewKind | undefined {
  if ([UNCHANGED_STUB, UNCHANGED_VIEW].includes(line.trim())) return "unchanged-stub";
  if (CELL_TAG.test(line)) return "notebook-view";
  if (!line.endsWith("]")) return undefined;
  if (CONTINUATION.test(line)) return "continuation";
  if (PREVIEW_NOTE.test(line)) return "preview";
  if (OUTPUT_CUT.test(line)) return "notebook-view";
  // The marker is short; a long line need not be searched for it.
  return CUT_MARKER.test(line.slice(-80)) ? "cut-marker" : undefined;
}

/** Every line numbered, one after another; a file that had one of these lines is numbered by itself. */
function findNumbers(
  lines: readonly string[],
  isKnown: Lookup,
  replaced: readonly string[],
): PastedView | undefined {
  let first: { readonly line: number; readonly numbered: NumberedLine } | undefined;
  let count = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || (count > 0 && NOTE.test(line))) continue;
    const numbered = findNumberedLine(line);
    if (numbered === undefined || !isOurs(numbered)) return undefined;
    first ??= { line: index + 1, numbered };
    if (numbered.number !== first.numbered.number + count) return undefined;
    count += 1;
  }
  if (first === undefined || (count === 1 && !first.numbered.isAligned)) return undefined;
  const isOwn = lines.some((line) => line !== "" && isKnown(line)) || replaced.some(isNumbered);
  return isOwn ? undefined : { kind: "line-numbers", line: first.line };
}

function isNumbered(line: string): boolean {
  const numbered = findNumberedLine(line);
  return numbered !== undefined && isOurs(numbered);
}

function isOurs({ separator, isAligned, number }: NumberedLine): boolean {
  return separator === "→" || (isAligned && number < FIRST_FULL_WIDTH);
}
