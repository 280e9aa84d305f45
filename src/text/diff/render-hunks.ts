/**
 * A diff in words for a reader: unified, within bounds, and with a last line that tells how much it hides. What a
 * reader could not see is written as an escape. A carriage return before a newline is shown where other lines lack it,
 * because an ending that changed has to look changed; where all lines have it, it says nothing.
 */
import { clip } from "../clip.js";
import { visible } from "../visible.js";
import { type Hunk, NO_NEWLINE_MARKER } from "./hunks.js";

const DEFAULT_MAX_LINE_CHARACTERS = 400;
const PLAIN = /^[\t\x20-\x7e]*$/;

export interface RenderOptions {
  /** Lines of the text, the last one that tells what is hidden included. */
  readonly maxLines: number;
  /** UTF-16 units of the text, likewise; bounds too small for that last line alone are not kept. */
  readonly maxCharacters: number;
  /** UTF-16 units of a line's content that are shown; 400 unless told. */
  readonly maxLineCharacters?: number;
}

export interface RenderedDiff {
  /** Without a newline at its end; empty when there are no hunks. */
  readonly text: string;
  /** Lines of the whole diff, headers included, that the text does not show. */
  readonly hiddenLines: number;
}

export function renderHunks(hunks: readonly Hunk[], options: RenderOptions): RenderedDiff {
  const total = hunks.reduce((sum, hunk) => sum + 1 + hunk.lines.length, 0);
  const shown: string[] = [];
  /** How many lines may stay if the rest has to be hidden, so that its note still fits. */
  let fitting = 0;
  let characters = 0;
  const maxLineCharacters = options.maxLineCharacters ?? DEFAULT_MAX_LINE_CHARACTERS;
  for (const line of renderLines(hunks, { maxLineCharacters, showsReturns: !isAllReturns(hunks) })) {
    characters += line.length + (shown.length === 0 ? 0 : 1);
    if (shown.length >= options.maxLines || characters > options.maxCharacters) break;
    shown.push(line);
    const note = renderNote(total - shown.length);
    if (shown.length < options.maxLines && characters + 1 + note.length <= options.maxCharacters) {
      fitting = shown.length;
    }
  }
  if (shown.length === total) return { text: shown.join("\n"), hiddenLines: 0 };
  // A header with nothing under it says nothing.
  if (shown[fitting - 1]?.startsWith("@@") === true) fitting -= 1;
  const hiddenLines = total - fitting;
  return { text: [...shown.slice(0, fitting), renderNote(hiddenLines)].join("\n"), hiddenLines };
}

/** One after another, so that a long diff is not rendered only to be thrown away. */
function* renderLines(hunks: readonly Hunk[], style: LineStyle): Generator<string> {
  for (const hunk of hunks) {
    yield `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`;
    for (const line of hunk.lines) yield renderLine(line, style);
  }
}

interface LineStyle {
  readonly maxLineCharacters: number;
  readonly showsReturns: boolean;
}

/** Whether every line that has an ending ends in a carriage return and a newline. */
function isAllReturns(hunks: readonly Hunk[]): boolean {
  return hunks.every(({ lines }) =>
    lines.every(
      (line, index) =>
        line.endsWith("\r") || line === NO_NEWLINE_MARKER || lines[index + 1] === NO_NEWLINE_MARKER,
    ),
  );
}

/** Whether only the beginning of a hunk's line is shown, unless a bound of one's own was given. */
export function isClipped(line: string): boolean {
  return contentOf(line).length > DEFAULT_MAX_LINE_CHARACTERS;
}

function contentOf(line: string): string {
  return line.slice(1, line.endsWith("\r") ? -1 : undefined);
}

function renderLine(line: string, { maxLineCharacters, showsReturns }: LineStyle): string {
  if (line === NO_NEWLINE_MARKER) return line;
  const hasCarriageReturn = line.endsWith("\r");
  // Clipped first: an escape is never cut in two, and a line of a megabyte is never searched.
  const shown = visibleButTabs(clip(contentOf(line), maxLineCharacters));
  return line.charAt(0) + shown + (hasCarriageReturn && showsReturns ? "\\r" : "");
}

/** Tabs are seen by every reader and are what an edit has to match, so they stay themselves. */
function visibleButTabs(text: string): string {
  // Nearly every line is plain, and seen to be so at once.
  if (PLAIN.test(text)) return text;
  return text.split("\t").map(visible).join("\t");
}

function renderNote(hidden: number): string {
  return `[… ${hidden} more diff ${hidden === 1 ? "line" : "lines"}]`;
}
