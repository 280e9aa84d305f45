/**
 * The lines of one text in which a literal occurs, as ripgrep would tell of them. Starting a program takes longer than going
 * through a file of ordinary size, so a plain word in one file is looked for here. Pure; a property test holds it
 * equal to ripgrep.
 */
import type { FoundLine } from "../file-lines.js";
import type { LineQuery } from "../query.js";

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export type LiteralLine = Pick<
  FoundLine,
  "number" | "isMatch" | "column" | "offset" | "linesIntoMatch" | "text" | "isAfterGap"
>;

/** Where it begins, each occurrence behind the end of the one before. */
export function findOccurrences(text: Buffer, literal: Buffer): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
    found.push(at);
  return found;
}

/** The literal must not contain a newline. Ends soon after `limit` lines: what is on no page need not be made. */
export function findLiteralLines(
  text: Buffer,
  literal: Buffer,
  { before, after, onlyMatching }: Pick<LineQuery, "before" | "after" | "onlyMatching">,
  limit: number,
): readonly LiteralLine[] {
  const occurrences = findOccurrences(text, literal);
  const [first] = occurrences;
  if (first === undefined) return [];
  const starts = findLineStarts(text);
  const matching = groupByLine(occurrences, starts);
  const hasContext = before > 0 || after > 0;
  const lines: LiteralLine[] = [];
  /** The last line that is shown so far; lines are counted from 0 here. */
  let shownTo = -1;
  const show = (line: number, column: number, offset: number, content: Buffer, isMatch: boolean): void => {
    // Without context there is nothing to tell apart.
    const isAfterGap = hasContext && shownTo >= 0 && line > shownTo + 1;
    shownTo = line;
    lines.push({ number: line + 1, isMatch, column, offset, linesIntoMatch: 0, text: content, isAfterGap });
  };
  for (const [index, { line, at }] of matching.entries()) {
    if (lines.length > limit) break;
    const next = matching[index + 1]?.line ?? starts.length;
    for (let context = Math.max(line - before, shownTo + 1); context < line; context += 1)
      show(context, 0, starts[context] ?? 0, lineAt(text, starts, context), false);
    const start = starts[line] ?? 0;
    if (onlyMatching) {
      for (const place of at.slice(0, limit + 1)) show(line, place - start + 1, place, literal, true);
    } else show(line, (at[0] ?? 0) - start + 1, start, lineAt(text, starts, line), true);
    const last = Math.min(line + after, next - 1);
    for (let context = line + 1; context <= last; context += 1)
      show(context, 0, starts[context] ?? 0, lineAt(text, starts, context), false);
  }
  return lines;
}

function findLineStarts(text: Buffer): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf(NEWLINE); at >= 0 && at + 1 < text.length; at = text.indexOf(NEWLINE, at + 1))
    starts.push(at + 1);
  return starts;
}

function groupByLine(
  occurrences: readonly number[],
  starts: readonly number[],
): readonly { readonly line: number; readonly at: readonly number[] }[] {
  const groups: { line: number; at: number[] }[] = [];
  let line = 0;
  for (const place of occurrences) {
    while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= place) line += 1;
    const last = groups.at(-1);
    if (last?.line === line) last.at.push(place);
    else groups.push({ line, at: [place] });
  }
  return groups;
}

/** Without its ending: a newline, and a carriage return before it, but not one that nothing follows. */
function lineAt(text: Buffer, starts: readonly number[], line: number): Buffer {
  const start = starts[line] ?? 0;
  const next = starts[line + 1] ?? text.length;
  if (text[next - 1] !== NEWLINE) return text.subarray(start, next);
  const isReturn = next - 1 > start && text[next - 2] === CARRIAGE_RETURN;
  return text.subarray(start, isReturn ? next - 2 : next - 1);
}
