/**
 * The hunk of very many splices. Lines that a splice touches are the changed ones; nothing is compared, so the work grows
 * with the text alone. A line that a splice leaves as it was may be shown as changed.
 */
import { applySplices, type Splice } from "../splice.js";
import { isTurn, type Steps } from "../steps.js";
import { type Hunk, NO_NEWLINE_MARKER } from "./hunks.js";
import { findLineEnd, findLineStart } from "./line-bounds.js";

/** Neighbouring lines that splices touch, from the start of the first to the end of the last. */
interface TouchedRun {
  readonly start: number;
  end: number;
  readonly splices: Splice[];
}

interface SplicedLines {
  /** The lines that the hunk shows. */
  readonly contextStart: number;
  readonly contextEnd: number;
  readonly splices: readonly Splice[];
}

/** Longer runs are gone through in parts, between which others get their turn. */
const MAX_RUN_CHARACTERS = 65_536;

export function* createHunkOfTouchedLines(
  text: string,
  { contextStart, contextEnd, splices }: SplicedLines,
  linesAbove: { readonly before: number; readonly after: number },
): Steps<Hunk> {
  const body = new HunkBody();
  let position = contextStart;
  for (const part of joinParts(yield* findRuns(text, splices))) {
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    body.add(" ", text.slice(position, first.start));
    for (const run of part) {
      body.add("-", text.slice(run.start, run.end));
      yield;
    }
    for (const run of part) {
      body.add("+", applySplices(text, run.splices, run));
      yield;
    }
    position = last.end;
  }
  body.add(" ", text.slice(position, contextEnd));
  const { lines, oldLines, newLines } = body;
  return {
    oldStart: linesAbove.before + (oldLines === 0 ? 0 : 1),
    oldLines,
    newStart: linesAbove.after + (newLines === 0 ? 0 : 1),
    newLines,
    lines,
  };
}

/** A line break with the sign of the line after it. */
const BREAKS = { " ": "\n ", "-": "\n-", "+": "\n+" } as const;

class HunkBody {
  readonly lines: string[] = [];
  oldLines = 0;
  newLines = 0;

  /** Whole lines; only the last one of a file may lack its line break. */
  add(sign: " " | "-" | "+", text: string): void {
    if (text === "") return;
    const isOpen = !text.endsWith("\n");
    const body = isOpen ? text : text.slice(0, -1);
    // One string for each line, where a prefix for each would make two.
    const signed = (sign + body.replaceAll("\n", BREAKS[sign])).split("\n");
    for (const line of signed) this.lines.push(line);
    if (isOpen) this.lines.push(NO_NEWLINE_MARKER);
    if (sign !== "+") this.oldLines += signed.length;
    if (sign !== "-") this.newLines += signed.length;
  }
}

function* findRuns(text: string, splices: readonly Splice[]): Steps<TouchedRun[]> {
  const runs: TouchedRun[] = [];
  let run: TouchedRun | undefined;
  for (const [index, splice] of splices.entries()) {
    if (isTurn(index)) yield;
    const isWithin = run !== undefined && splice.end < run.end;
    if (run !== undefined && isWithin) {
      run.splices.push(splice);
      continue;
    }
    const start = run !== undefined && splice.start < run.end ? run.start : findLineStart(text, splice.start);
    const end = isWholeLines(text, splice) ? splice.end : findLineEnd(text, splice.end);
    const isNext = run !== undefined && start <= run.end;
    if (run !== undefined && isNext && (splice.start < run.end || end - run.start <= MAX_RUN_CHARACTERS)) {
      run.end = Math.max(run.end, end);
      run.splices.push(splice);
    } else {
      run = { start, end, splices: [splice] };
      runs.push(run);
    }
  }
  return runs;
}

/** Runs without a line between them belong together: what they remove is shown before what they add. */
function joinParts(runs: readonly TouchedRun[]): TouchedRun[][] {
  const parts: TouchedRun[][] = [];
  let lastEnd = -1;
  for (const run of runs) {
    if (run.start === lastEnd) parts.at(-1)?.push(run);
    else parts.push([run]);
    lastEnd = run.end;
  }
  return parts;
}

/** Whether a splice begins at a line and ends at one, before and after: the next line is then not touched. */
function isWholeLines(text: string, { start, end, text: added }: Splice): boolean {
  const isLineStart = (position: number): boolean => position === 0 || text[position - 1] === "\n";
  return isLineStart(start) && isLineStart(end) && (added === "" || added.endsWith("\n"));
}
