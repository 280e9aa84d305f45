/**
 * Finds why an old text is not in a file and which lines come nearest. Nothing of lines that were not read is told, but
 * where to read. Line numbers are those of the file; the texts compared have `\n` for every line break.
 */
import { clip } from "../../clip.js";
import { describeRanges, type LineRanges, subtractRanges } from "../../line-ranges.js";
import type { Span } from "../edit-plan.js";
import { FileText } from "../file-text.js";
import { findOccurrences } from "../find-text.js";
import { foldEverything } from "../folded-text.js";
import { unifyLineBreaks } from "../projection.js";
import { listReadings } from "../rewrites/readings.js";
import { listCharacterDifferences } from "./character-differences.js";
import type { Diagnosis, FailedMatch, MissReason } from "./diagnosis.js";
import { findFirstDifference } from "./first-difference.js";
import { findNearestLines } from "./nearest-lines.js";
import { findPaste } from "./paste.js";
import { type LineSpan, locateLines, takePlaces } from "./places.js";
import { findRelaxedMatch, type RelaxedMatch } from "./relaxed-matches.js";
import { renderReason } from "./sentences.js";

/** A new text shorter than this may stand in the file for other reasons. */
const MIN_APPLIED_CHARACTERS = 6;

interface Finding {
  readonly reason: MissReason;
  /** The nearest first. */
  readonly spans: readonly Span[];
}

export function diagnoseMiss(text: string, failed: FailedMatch): Diagnosis {
  const { oldString, newString, seen, firstLine = 1 } = failed;
  const fileText = new FileText(text);
  const file = fileText.withPlainBreaks.text;
  const oldText = unifyLineBreaks(oldString);
  const { reason, spans } = findReason(fileText, oldText, unifyLineBreaks(newString));
  const places = locateLines(file, spans, firstLine);
  const [nearest] = places;
  if (nearest === undefined) return { reason, sentence: renderReason(reason, ""), places: [] };
  const unread = findUnread(nearest, seen);
  if (unread.length > 0) {
    const where = describeRanges(unread, { limit: 2 });
    return {
      reason: "unread-lines",
      sentence: renderReason("unread-lines", where),
      places: [],
      unread,
    };
  }
  const difference = COMPARABLE.has(reason) ? findFirstDifference(file, oldText, nearest) : undefined;
  // It may lie behind the place, where the old text goes on and the file does not.
  const firstDifference = difference && isRead(difference.line, seen) ? difference : undefined;
  const characters = ALIKE.has(reason)
    ? listCharacterDifferences(oldText.trim(), takeSpan(file, nearest), foldEverything)
    : [];
  const readable = places.filter((place) => findUnread(place, seen).length === 0);
  const where = describeRanges([{ from: nearest.startLine, to: nearest.endLine }]);
  const paste = reason === "already-applied" ? undefined : findPaste(fileText, nearest, { seen, firstLine });
  return {
    reason,
    sentence: clip(renderReason(reason, where), 200),
    places: takePlaces(file, readable, firstDifference?.line),
    ...(firstDifference && { firstDifference }),
    ...(paste && { paste }),
    ...(characters.length > 0 && { characters }),
  };
}

/** Reasons for which the old text and the lines of the place stand side by side. */
const COMPARABLE: ReadonlySet<MissReason> = new Set<MissReason>([
  "case",
  "quotes",
  "indentation",
  "carriage-returns",
  "whitespace",
  "look-alike",
  "entities",
  "blank-lines",
  "different-text",
]);

/** Reasons for which the old text and the place may be equal but for characters that look alike. */
const ALIKE: ReadonlySet<MissReason> = new Set<MissReason>(["look-alike", "different-text"]);

/** Without a part of a character at its end. */
function takeSpan(file: string, { start, end }: Span): string {
  const isHalf = /[\ud800-\udbff]$/.test(file.slice(Math.max(start, end - 1), end));
  return file.slice(start, isHalf ? end + 1 : end);
}

function findReason(fileText: FileText, oldText: string, newText: string): Finding {
  const file = fileText.withPlainBreaks.text;
  const relaxed = findRelaxedMatch(fileText, oldText);
  const applied = findApplied(file, { oldText, newText, relaxed });
  if (applied !== undefined) return { reason: "already-applied", spans: [applied] };
  if (relaxed !== undefined) return { reason: relaxed.reason, spans: relaxed.spans };
  const lines = file.split("\n");
  const readings = listReadings(oldText).map((reading) => reading.oldText.replace(/\n$/, "").split("\n"));
  const windows = findNearestLines(lines, readings);
  if (windows.length === 0) return { reason: "absent", spans: [] };
  const spans = windows.map(({ start, end }) => measureLines(lines, start, end));
  return { reason: "different-text", spans };
}

interface AppliedQuestion {
  readonly oldText: string;
  readonly newText: string;
  readonly relaxed: RelaxedMatch | undefined;
}

/**
 * The new text in the file, unless something like the old one stands elsewhere, or holds the new one itself: then that is
 * what was meant.
 */
function findApplied(file: string, { oldText, newText, relaxed }: AppliedQuestion): Span | undefined {
  if (newText.trim().length < MIN_APPLIED_CHARACTERS) return undefined;
  const old = relaxed?.spans[0];
  if (old !== undefined && findOccurrences(oldText, newText.trim(), { limit: 1 }).length > 0)
    return undefined;
  const from = old === undefined ? 0 : Math.max(0, old.start - newText.length + 1);
  const [start] = findOccurrences(file, newText, { from, limit: 1 });
  if (start === undefined || (old !== undefined && start >= old.end)) return undefined;
  return { start, end: start + newText.length };
}

function measureLines(lines: readonly string[], start: number, end: number): Span {
  let position = 0;
  for (const line of lines.slice(0, start)) position += line.length + 1;
  const length = lines.slice(start, end).join("\n").length;
  return { start: position, end: position + length };
}

function isRead(line: number, seen: LineRanges | "whole"): boolean {
  return seen === "whole" || subtractRanges([{ from: line, to: line }], seen).length === 0;
}

function findUnread({ startLine, endLine }: LineSpan, seen: LineRanges | "whole"): LineRanges {
  return seen === "whole" ? [] : subtractRanges([{ from: startLine, to: endLine }], seen);
}
