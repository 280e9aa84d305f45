/** The lines of a file that an old text should have been, as they can be sent. */
import { type LineRanges, lineRange, subtractRanges } from "../../line-ranges.js";
import { visible } from "../../visible.js";
import type { FileText } from "../file-text.js";
import { findOccurrences } from "../find-text.js";
import type { Paste } from "./diagnosis.js";
import type { LineSpan } from "./places.js";

const MAX_LINES = 20;
const MAX_CHARACTERS = 2000;

/** Whole lines that occur once, at most a few lines more than the place has. Undefined if there are none that were shown. */
export function findPaste(
  file: FileText,
  { startLine, endLine }: LineSpan,
  { seen, firstLine }: { readonly seen: LineRanges | "whole"; readonly firstLine: number },
): Paste | undefined {
  const isShown = (from: number, to: number): boolean =>
    seen === "whole" || subtractRanges(lineRange(from, to), seen).length === 0;
  const isInFile = (line: number): boolean => line >= firstLine && line < firstLine + file.lineCount;
  const takeLines = (from: number, to: number): string =>
    file.withPlainBreaks.text.slice(file.lineStart(from - firstLine), file.lineEnd(to - firstLine));
  let [from, to] = [startLine, endLine];
  for (let isNext = true; to - from < MAX_LINES; isNext = !isNext) {
    const text = takeLines(from, to);
    if (text.length > MAX_CHARACTERS || !isShown(from, to) || hasHidden(text)) return undefined;
    if (
      text.trim() !== "" &&
      findOccurrences(file.withPlainBreaks.text, text, { advance: 1, limit: 2 }).length === 1
    ) {
      return { startLine: from, endLine: to, text };
    }
    if (isNext && isInFile(to + 1)) to += 1;
    else if (isInFile(from - 1)) from -= 1;
    else if (isInFile(to + 1)) to += 1;
    else return undefined;
  }
  return undefined;
}

/** Whether a reader could not see, and so not copy, all of it. */
function hasHidden(text: string): boolean {
  const plain = text.replace(/[\n\t]/g, "");
  return visible(plain) !== plain;
}
