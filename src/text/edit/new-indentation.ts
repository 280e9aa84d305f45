/** How the lines of a new text must be indented, where the old text differs from the file in indentation. */
import type { AlignedTexts } from "./aligned-texts.js";
import type { Reindent } from "./indentation.js";
import { isBlankLine, makePlain, splitLine } from "./look-alikes.js";

/** How new lines are indented in the file; undefined if it is not certain how they were sent. */
export function findNewIndentation(texts: AlignedTexts): Reindent | undefined {
  if (!isIndentedAsSent(texts) || lacksIndent(texts)) return undefined;
  return texts.place.indentation?.reindent ?? ((indent) => indent);
}

/**
 * Whether the new text is indented as the old one, and not as the file. The first and the last line tell that both texts share.
 * Without any, the new text must have indents that only the sender uses and none that only the file has, or begin as the old text.
 * A new text that seems to have the file's indentation may have it by a change, such as a block around the lines.
 */
function isIndentedAsSent(texts: AlignedTexts): boolean {
  const { indentation } = texts.place;
  if (indentation === undefined) return true;
  const votes = listVotes(texts);
  const [first] = votes;
  if (first !== undefined) return first && votes.at(-1) === true;
  if (indentation.skipsFirst) return true;
  const { pairs } = indentation;
  const sent = new Set(pairs.map((pair) => pair.sent));
  const inFile = new Set(pairs.map(({ file }) => file));
  const indents = listIndents(texts.newLines);
  if (indents.some((indent) => inFile.has(indent) && !sent.has(indent))) return false;
  return (
    indents.some((indent) => sent.has(indent) && !inFile.has(indent)) ||
    indents[0] === pairs[0]?.sent ||
    indents.every((indent) => pairs.some((pair) => pair.sent === indent && pair.file === indent))
  );
}

/** A line with less than this, such as a bracket, may be another one. */
const TELLING = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;

/** For each telling line that occurs once in both texts: whether the new text has it as it was sent, and not as the file. */
function listVotes(texts: AlignedTexts): boolean[] {
  const { oldLines, newLines, place } = texts;
  const fresh = indexOnce(newLines);
  const votes: boolean[] = [];
  for (const [body, index] of indexOnce(oldLines)) {
    const newLine = newLines[fresh.get(body) ?? -1];
    const line = texts.fileLine(index);
    const isSkipped = index === 0 && place.indentation?.skipsFirst === true;
    if (newLine === undefined || line === undefined || !TELLING.test(body) || isSkipped) continue;
    const sent = plainIndentOf(oldLines[index] ?? "");
    const inFile = splitLine(line).indent;
    const indent = plainIndentOf(newLine);
    if (sent !== inFile && (indent === sent || indent === inFile)) votes.push(indent === sent);
  }
  return votes;
}

function listIndents(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !isBlankLine(line)).map(plainIndentOf);
}

/** Whether the only old line was sent without its indentation, so nothing tells how further new lines were sent. */
function lacksIndent({ file, place, newLines }: AlignedTexts): boolean {
  const { span, coreStart, firstLine, indentation, styledLines } = place;
  const isAlone = styledLines.filter((line) => !isBlankLine(line)).length === 1;
  if (!isAlone || indentation !== undefined || span.start > coreStart) return false;
  const before = file.withPlainBreaks.text.slice(file.lineStart(firstLine), span.start);
  return before !== "" && isBlankLine(before) && newLines.filter((line) => !isBlankLine(line)).length > 1;
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
