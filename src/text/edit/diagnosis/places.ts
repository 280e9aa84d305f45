/** Places in a file as lines to show. */
import { clip } from "../../clip.js";
import type { Span } from "../edit-plan.js";
import type { Place } from "./diagnosis.js";

/** A span with its 1-based lines. */
export interface LineSpan extends Span {
  readonly startLine: number;
  readonly endLine: number;
}

const MAX_PLACES = 3;
const MAX_LINES = 20;
const MAX_LINE_CHARACTERS = 200;
/** Lines shown before the first difference when a place is too long to be shown whole. */
const LINES_BEFORE = 5;

export function locateLines(file: string, spans: readonly Span[], firstLine: number): LineSpan[] {
  return spans.map(({ start, end }) => {
    const startLine = countLines(file, 0, start) + firstLine;
    // A break at the very end belongs to the last line.
    const lastUnit = Math.max(start, end - 1);
    return { start, end, startLine, endLine: startLine + countLines(file, start, lastUnit) };
  });
}

/** At most three places and twenty lines; a long one around `focus`. */
export function takePlaces(file: string, spans: readonly LineSpan[], focus: number | undefined): Place[] {
  const places: Place[] = [];
  let room = MAX_LINES;
  for (const span of spans.slice(0, MAX_PLACES)) {
    if (room === 0) break;
    const place = takePlace(file, span, { room, focus });
    places.push(place);
    room -= place.lines.length;
  }
  return places;
}

function takePlace(
  file: string,
  { start, startLine, endLine }: LineSpan,
  { room, focus }: { readonly room: number; readonly focus: number | undefined },
): Place {
  const isFocused = focus !== undefined && focus <= endLine && endLine - startLine >= room;
  const from = isFocused
    ? Math.min(Math.max(startLine, focus - LINES_BEFORE), endLine - room + 1)
    : startLine;
  const to = Math.min(endLine, from + room - 1);
  let position = findLineStart(file, start);
  for (let line = startLine; line < from; line += 1) position = file.indexOf("\n", position) + 1;
  const lines: string[] = [];
  for (let line = from; line <= to; line += 1) {
    const newline = file.indexOf("\n", position);
    const end = newline === -1 ? file.length : newline;
    lines.push(clip(file.slice(position, end), MAX_LINE_CHARACTERS));
    position = end + 1;
  }
  return { startLine: from, endLine: to, lines };
}

export function findLineStart(file: string, position: number): number {
  return position === 0 ? 0 : file.lastIndexOf("\n", position - 1) + 1;
}

/** Line breaks in a part of the text. */
export function countLines(file: string, from: number, to: number): number {
  let count = 0;
  for (let at = file.indexOf("\n", from); at !== -1 && at < to; at = file.indexOf("\n", at + 1)) count += 1;
  return count;
}
