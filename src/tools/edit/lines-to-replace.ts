/** Which lines an Edit changes, and so must have been shown. */
import type { EditPlan } from "../../text/edit/edit-plan.js";
import { type LineRanges, uniteRanges } from "../../text/line-ranges.js";
import type { Splice } from "../../text/splice.js";
import { linesOfSpans } from "../change/known-lines.js";

interface TextPart {
  /** Number of the text's first line in its file. */
  readonly firstLine?: number;
  /** The splices go on from one before this text, which has left a part of a line. */
  readonly continuesLine?: boolean;
}

interface ReplacedLines {
  readonly lines: LineRanges;
  /** After the last splice, a part of a line is left that the next text is joined to. */
  readonly leavesPart: boolean;
}

/** The lines of the old text, lines whose break is removed, and lines that get joined to what remains. */
export function linesToReplace(
  text: string,
  { matches, splices }: Pick<EditPlan, "matches" | "splices">,
  { firstLine = 1, continuesLine = false }: TextPart = {},
): ReplacedLines {
  const changed: Splice[] = [];
  let leavesPart = false;
  for (const [index, splice] of joinTouching(splices).entries()) {
    const beginsLine = !(continuesLine && index === 0) && startsLine(text, splice);
    leavesPart = joinsNextLine(text, splice, beginsLine);
    if (beginsLine && insertsLines(splice)) continue;
    changed.push(leavesPart ? { ...splice, end: splice.end + 1 } : splice);
  }
  const lines = uniteRanges(linesOfSpans(text, matches, firstLine), linesOfSpans(text, changed, firstLine));
  return { lines, leavesPart };
}

/** Of neighbours, only what stays before the first and after the last tells which lines are joined. */
function joinTouching(splices: readonly Splice[]): readonly Splice[] {
  const joined: Splice[] = [];
  for (const splice of splices) {
    const last = joined.at(-1);
    if (last?.end === splice.start)
      joined[joined.length - 1] = { start: last.start, end: splice.end, text: last.text + splice.text };
    else joined.push(splice);
  }
  return joined;
}

function startsLine(text: string, { start }: Splice): boolean {
  return start === 0 || text[start - 1] === "\n";
}

/** Whole lines put before a line leave that line as it is. */
function insertsLines({ start, end, text: added }: Splice): boolean {
  return start === end && added.endsWith("\n");
}

function joinsNextLine(text: string, { start, end, text: added }: Splice, beginsLine: boolean): boolean {
  if (end === start || end === text.length || text[end - 1] !== "\n" || added.endsWith("\n")) return false;
  return added !== "" || !beginsLine;
}
