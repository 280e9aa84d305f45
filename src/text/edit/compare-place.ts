/** Compares a whole old text with a place in the file: its core, and the blank lines and indentation around that. */
import { CoreComparison, type IndentDifference } from "./compare-core.js";
import type { Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import { findLookAlikes, isBlankLine, splitLine } from "./look-alikes.js";
import { type MatchTier, nameTier } from "./tiers.js";
import { hasBody, type WantedText } from "./wanted-text.js";

export interface Place {
  readonly tier: MatchTier;
  readonly wanted: WantedText;
  /** In the text with plain breaks. */
  readonly span: Span;
  /** Where its first character is that is not blank. */
  readonly coreStart: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** How many line breaks of the old text before and after its core the file does not have. */
  readonly surplus: { readonly before: number; readonly after: number };
  /** For each old line but the surplus, the line of the file, counted from `firstLine`; undefined for a blank line without one. */
  readonly counterparts: readonly (number | undefined)[];
  /** The old lines but the surplus, with the quotes of the file. */
  readonly styledLines: readonly string[];
  /** Characters that the file has in their plain form. */
  readonly lookAlikes: ReadonlySet<string>;
  /** This may be the place, but nothing can be changed: look-alikes or indentation were sent in a form that explains nothing. */
  readonly isDoubtful: boolean;
  readonly indentation: IndentDifference | undefined;
}

/** `start` and `end` are those of the first and last characters that are not blank. */
export function comparePlace(file: FileText, wanted: WantedText, { start, end }: Span): Place | undefined {
  const core = new CoreComparison(file, wanted, start, end);
  const { first, last, lines, reading } = core.wanted;
  if (!core.compare()) return undefined;
  if ((first > 0 && !core.startsLine) || (last < lines.length - 1 && !core.endsLine)) return undefined;
  const indentation = core.explainIndentation();
  if (indentation === "inexplicable") return undefined;
  const before = findStart(core, indentation);
  const after = before && findEnd(core);
  if (before === undefined || after === undefined) return undefined;
  const inFile = file.withPlainBreaks.text.slice(before.offset, after.offset);
  for (const character of findLookAlikes(lines.map(({ indent, trail }) => indent + trail).join(""))) {
    if (!inFile.includes(character)) core.need(character);
  }
  const isWhole = core.startsLine && core.endsLine && indentation?.skipsFirst !== true && before.isWholeLine;
  if (reading.isWholeLines && !isWhole) return undefined;
  const tier = nameTier(core.relaxations);
  if (tier === undefined || tier === "exact") return undefined;
  const kept = <T>(list: readonly T[]): readonly T[] =>
    list.slice(before.surplus, list.length - after.surplus);
  return {
    tier,
    wanted: core.wanted,
    span: { start: before.offset, end: after.offset },
    coreStart: core.start,
    firstLine: before.line,
    lastLine: after.line,
    surplus: { before: before.surplus, after: after.surplus },
    counterparts: kept(core.counterparts).map((line) =>
      line === undefined ? undefined : line - before.line,
    ),
    styledLines: kept(core.styled),
    lookAlikes: core.lookAlikes,
    isDoubtful: core.isDoubtful,
    indentation,
  };
}

/** Where the place begins: the indentation of its first line, or line breaks before that. */
function findStart(core: CoreComparison, indentation: IndentDifference | undefined): Edge | undefined {
  const { first, lines } = core.wanted;
  const file = core.file;
  const lineStart = file.lineStart(core.firstLine);
  const isShifted = indentation !== undefined && !indentation.skipsFirst;
  const sentIndent = core.pairs[0]?.sent ?? "";
  const offset = isShifted ? lineStart : core.start - sentIndent.length;
  if (first === 0) return { line: core.firstLine, offset, surplus: 0, isWholeLine: offset === lineStart };
  if (offset !== lineStart) return undefined;
  let line = core.firstLine;
  while (core.firstLine - line < first && line > 0) {
    line -= 1;
    if (hasBody(splitLine(file.line(line)))) break;
  }
  const available = core.firstLine - line;
  const surplus = first - available;
  if (surplus > 0) core.relaxations.add("blank-lines");
  for (let back = 1; back < available; back += 1) core.pairBlank(first - back, core.firstLine - back);
  if (available === 0) return { line, offset: lineStart, surplus, isWholeLine: true };
  core.counterparts[surplus] = line;
  const sent = lines[surplus]?.indent ?? "";
  const text = file.line(line);
  const end = file.lineEnd(line);
  if (text.endsWith(sent)) return { line, offset: end - sent.length, surplus, isWholeLine: true };
  // Blanks before the first break are a blank line, unless they end a line of the file like that.
  if (!isBlankLine(text)) return undefined;
  core.relaxations.add("trailing-whitespace");
  return { line, offset: end - text.length, surplus, isWholeLine: true };
}

function findEnd(core: CoreComparison): Edge | undefined {
  const { last, lines } = core.wanted;
  const file = core.file;
  const text = file.withPlainBreaks.text;
  const sentTrail = lines[last]?.trail ?? "";
  const lineEnd = file.lineEnd(core.lastLine);
  const count = lines.length - 1 - last;
  if (count === 0) {
    const hasTrail = text.startsWith(sentTrail, core.end);
    if (!core.endsLine && !hasTrail) return undefined;
    if (!hasTrail) core.relaxations.add("trailing-whitespace");
    const takesTrail = core.endsLine && core.relaxations.has("trailing-whitespace");
    const offset = takesTrail ? lineEnd : core.end + sentTrail.length;
    return { line: core.lastLine, offset, surplus: 0, isWholeLine: core.endsLine };
  }
  if (sentTrail !== text.slice(core.end, lineEnd)) core.relaxations.add("trailing-whitespace");
  let line = core.lastLine;
  while (line - core.lastLine < count && line + 1 < file.lineCount) {
    line += 1;
    if (hasBody(splitLine(file.line(line)))) break;
  }
  const available = line - core.lastLine;
  const surplus = count - available;
  if (surplus > 0) core.relaxations.add("blank-lines");
  for (let next = 1; next < available; next += 1) core.pairBlank(last + next, core.lastLine + next);
  if (available === 0) return { line, offset: lineEnd, surplus, isWholeLine: true };
  core.counterparts[last + available] = line;
  const sent = surplus > 0 ? "" : (lines.at(-1)?.indent ?? "");
  const start = file.lineStart(line);
  if (text.startsWith(sent, start)) return { line, offset: start + sent.length, surplus, isWholeLine: true };
  core.relaxations.add("trailing-whitespace");
  return { line, offset: start, surplus, isWholeLine: true };
}

interface Edge {
  readonly line: number;
  readonly offset: number;
  readonly surplus: number;
  readonly isWholeLine: boolean;
}
