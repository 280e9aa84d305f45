/** Where in a file's own text a line lies that ripgrep has printed. ripgrep tells it of a match, not of its every line. */
import type { FoundLine } from "./file-lines.js";
import type { OwnText } from "./own-text.js";
import type { LineQuery } from "./query.js";

export interface OwnPlace {
  /** Of the line, or of what matched of it when only that is shown. */
  readonly start: number;
  /** Where in it the match begins. */
  readonly match: number;
}

/** A line whose place is known. */
export interface PlacedLine {
  readonly line: FoundLine;
  readonly at: OwnPlace;
}

const NEWLINE = 0x0a;
const STEP_BYTES = 64 * 1024;

export async function findOwnPlace(
  line: FoundLine,
  own: OwnText,
  { multiline, onlyMatching }: Pick<LineQuery, "multiline" | "onlyMatching">,
  previous: PlacedLine | undefined,
): Promise<OwnPlace> {
  if (onlyMatching) {
    // What is shown is the match itself; each of its lines comes with the offset of the first. A match may have as many
    // lines as the file, so each is looked for from the one before.
    const isSameMatch = line.linesIntoMatch > 0 && previous?.line.offset === line.offset;
    let start = isSameMatch ? previous.at.start : line.offset;
    let passed = isSameMatch ? previous.line.linesIntoMatch : 0;
    for (; passed < line.linesIntoMatch; passed += 1) {
      start = (await findNewline(own, start, Number.POSITIVE_INFINITY)) + 1;
    }
    return { start, match: 0 };
  }
  const match = Math.max(0, line.column - 1);
  // Each line of a match comes with the column that the match has in the first.
  const isOfEarlierLine =
    multiline && (await findNewline(own, line.offset, line.offset + match)) < line.offset + match;
  return { start: line.offset, match: isOfEarlierLine ? 0 : match };
}

/** The first newline from `from` on, or `to`, or the end of the text, whichever comes first. */
async function findNewline(own: OwnText, from: number, to: number): Promise<number> {
  for (let at = from; at < to; at += STEP_BYTES) {
    const bytes = await own.slice(at, Math.min(to, at + STEP_BYTES));
    const index = bytes.indexOf(NEWLINE);
    if (index >= 0) return at + index;
    if (bytes.length < STEP_BYTES) return Math.min(to, at + bytes.length);
  }
  return to;
}
