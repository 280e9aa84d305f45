/** How the lines of a new text must be indented, where the old text differs from the file in indentation. */
import type { AlignedTexts } from "./aligned-texts.js";
import { createHints } from "./compare-core.js";
import { findReindent, type Reindent } from "./indentation.js";
import { isBlankLine, makePlain, splitLine } from "./look-alikes.js";

export interface NewIndentation {
  /** The new text has the file's indentation already. */
  readonly isInFileForm: boolean;
  readonly reindent: Reindent;
}

/** Undefined if it is not certain which form the new text has. */
export function findNewIndentation(texts: AlignedTexts): NewIndentation | undefined {
  const isDone = isInFileForm(texts);
  if (isDone === undefined || lacksIndent(texts)) return undefined;
  return { isInFileForm: isDone, reindent: isDone ? (indent) => indent : createReindent(texts) };
}

/**
 * Whether the new text has the file's indentation already, although the old one does not. The first and the last line tell
 * that both texts share; undefined if they disagree. Without any, the first line of the new text tells.
 */
function isInFileForm(texts: AlignedTexts): boolean | undefined {
  const { indentation } = texts.place;
  if (indentation === undefined) return false;
  const votes = listVotes(texts);
  const [first] = votes;
  if (first !== undefined) {
    const isClear = first === votes.at(-1) && !(first && hasSentIndent(texts));
    return isClear ? first : undefined;
  }
  const [pair] = indentation.pairs;
  const line = texts.newLines.find((fresh) => !isBlankLine(fresh));
  if (pair === undefined || line === undefined || indentation.skipsFirst) return false;
  const { indent } = splitLine(line);
  return indent === pair.file && indent !== pair.sent;
}

/** For each line whose text occurs once in both texts: whether the new text has it as the file, and not as it was sent. */
function listVotes(texts: AlignedTexts): boolean[] {
  const { oldLines, newLines, place } = texts;
  const fresh = indexOnce(newLines);
  const votes: boolean[] = [];
  for (const [body, index] of indexOnce(oldLines)) {
    const newLine = newLines[fresh.get(body) ?? -1];
    const line = texts.fileLine(index);
    const isSkipped = index === 0 && place.indentation?.skipsFirst === true;
    if (newLine === undefined || line === undefined || body === "" || isSkipped) continue;
    const sent = plainIndentOf(oldLines[index] ?? "");
    const inFile = splitLine(line).indent;
    const indent = plainIndentOf(newLine);
    if (sent !== inFile && (indent === sent || indent === inFile)) votes.push(indent === inFile);
  }
  return votes;
}

/** Whether a new line has an indent that only the sender uses. */
function hasSentIndent({ place, newLines }: AlignedTexts): boolean {
  const pairs = place.indentation?.pairs ?? [];
  const inFile = new Set(pairs.map(({ file }) => file));
  const sent = new Set(pairs.map((pair) => pair.sent).filter((indent) => !inFile.has(indent)));
  return newLines.some((line) => !isBlankLine(line) && sent.has(plainIndentOf(line)));
}

/** Whether the only old line was sent without its indentation, so nothing tells how further new lines were sent. */
function lacksIndent({ file, place, newLines }: AlignedTexts): boolean {
  const { span, coreStart, firstLine, indentation, styledLines } = place;
  const isAlone = styledLines.filter((line) => !isBlankLine(line)).length === 1;
  if (!isAlone || indentation !== undefined || span.start > coreStart) return false;
  const before = file.withPlainBreaks.text.slice(file.lineStart(firstLine), span.start);
  return before !== "" && isBlankLine(before) && newLines.filter((line) => !isBlankLine(line)).length > 1;
}

function createReindent({ file, place, oldLines, newLines }: AlignedTexts): Reindent {
  const { indentation } = place;
  if (indentation === undefined) return (indent) => indent;
  const indents = [oldLines, newLines].map((lines) =>
    lines.filter((line) => !isBlankLine(line)).map(plainIndentOf),
  );
  return findReindent(indentation.pairs, createHints(file, indents)) ?? (() => undefined);
}

function plainIndentOf(line: string): string {
  return makePlain(splitLine(line).indent);
}

/** Lines by their text without blanks around it, but for those that occur more often. */
function indexOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const once = new Map<string, number>();
  const seen = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const body = makePlain(splitLine(line).body);
    if (seen.has(body)) once.delete(body);
    else once.set(body, index);
    seen.add(body);
  }
  return once;
}
