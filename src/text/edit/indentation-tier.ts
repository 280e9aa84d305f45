/**
 * The same whole lines but for a consistent difference of indentation; blank lines equal blank lines. The new text is
 * re-indented as the old one would have to be. A first line sent from its first character on, without its
 * indentation, is left out of the comparison, and what stands before it in the file stays.
 */
import type { EditRequest } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import { findReindent, type IndentHints, type IndentPair, type Reindent } from "./indentation.js";
import { bodyOf, findBodyRuns, indentOf } from "./line-bodies.js";
import { unifyLineBreaks } from "./projection.js";
import type { Hit, Located, Tier } from "./tier.js";

/** Lines compared before giving up: only files of nearly equal lines come near it, and there no place is the right one. */
const MAX_COMPARED_LINES = 4_000_000;

export const indentationTier: Tier = { name: "indentation", locate: locateReindented };

interface WantedLines {
  readonly lines: readonly string[];
  /** Whether the old text ends with a line break, which must then be there. */
  readonly endsWithBreak: boolean;
}

interface IndentedPlace {
  readonly firstLine: number;
  readonly reindent: Reindent;
  readonly skipsFirst: boolean;
}

function locateReindented(file: FileText, { oldString, newString }: EditRequest): Located | undefined {
  const oldText = unifyLineBreaks(oldString);
  const newText = unifyLineBreaks(newString);
  const wanted = readWantedLines(oldText);
  if (wanted.lines.every((line) => bodyOf(line) === "")) return undefined;
  const { text, boundary } = file.withPlainBreaks;
  const lines = text.split("\n");
  const starts = findStarts(lines);
  const hits = findPlaces(lines, wanted, newText).map(({ firstLine, reindent, skipsFirst }): Hit => {
    const lastLine = firstLine + wanted.lines.length - 1;
    const skipped = skipsFirst ? indentOf(lines[firstLine] ?? "").length : 0;
    const end = (starts[lastLine + 1] ?? text.length + 1) - (wanted.endsWithBreak ? 0 : 1);
    return {
      span: { start: boundary((starts[firstLine] ?? 0) + skipped), end: boundary(end) },
      adapt: (fresh) => reindentLines(fresh, reindent, skipsFirst ? 1 : 0),
    };
  });
  return hits.length === 0 ? undefined : { oldText, newText, unit: "line", hits };
}

function readWantedLines(oldText: string): WantedLines {
  const lines = oldText.split("\n");
  const endsWithBreak = lines.at(-1) === "";
  return { lines: endsWithBreak ? lines.slice(0, -1) : lines, endsWithBreak };
}

function findStarts(lines: readonly string[]): number[] {
  let position = 0;
  return lines.map((line) => {
    const start = position;
    position += line.length + 1;
    return start;
  });
}

function findPlaces(lines: readonly string[], wanted: WantedLines, newText: string): IndentedPlace[] {
  const height = wanted.lines.length;
  const hints: IndentHints = {
    newIndents: newText.split("\n").filter(hasBody).map(indentOf),
    fileStep: () => findSpaceStep(lines),
  };
  const places: IndentedPlace[] = [];
  let free = 0;
  let compared = 0;
  for (const firstLine of findBodyRuns(lines.map(bodyOf), wanted.lines.map(bodyOf))) {
    const isBroken = firstLine + height < lines.length;
    if (firstLine < free || (wanted.endsWithBreak && !isBroken)) continue;
    compared += height;
    if (compared > MAX_COMPARED_LINES) return [];
    const place = findPlace(lines, firstLine, wanted.lines, hints);
    if (place === undefined) continue;
    places.push(place);
    free = firstLine + height;
  }
  return places;
}

function findPlace(
  lines: readonly string[],
  firstLine: number,
  wanted: readonly string[],
  hints: IndentHints,
): IndentedPlace | undefined {
  const pairs: IndentPair[] = [];
  for (const [index, line] of wanted.entries()) {
    if (hasBody(line)) pairs.push({ sent: indentOf(line), file: indentOf(lines[firstLine + index] ?? "") });
  }
  const reindent = findReindent(pairs, hints);
  if (reindent !== undefined) return { firstLine, reindent, skipsFirst: false };
  const startsAtText = hasBody(wanted[0] ?? "") && indentOf(wanted[0] ?? "") === "";
  const rest = startsAtText ? findReindent(pairs.slice(1), hints) : undefined;
  return rest && { firstLine, reindent: rest, skipsFirst: true };
}

function reindentLines(text: string, reindent: Reindent, from: number): string {
  return text
    .split("\n")
    .map((line, index) => (index < from || !hasBody(line) ? line : reindent(indentOf(line)) + bodyOf(line)))
    .join("\n");
}

function hasBody(line: string): boolean {
  return bodyOf(line) !== "";
}

/** By how many spaces the lines most often go deeper than the line before. */
function findSpaceStep(lines: readonly string[]): number | undefined {
  const counts = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    const indent = indentOf(line);
    if (indent.length === line.length || indent.includes("\t")) continue;
    const step = indent.length - before;
    if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
    before = indent.length;
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most?.[0];
}
