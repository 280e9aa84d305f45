/** Where a text has exactly the characters of another, `\r\n` and `\n` being one. */
import type { Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import { findOccurrences } from "./find-text.js";

/**
 * In the original text; `oldText` has `\n` for every line break. Disjoint for `all`. Otherwise another match that overlaps the
 * only one counts, too, as in repeated lines.
 */
export function findExactly(file: FileText, oldText: string, all: boolean): Span[] {
  // Without line breaks, nothing that a projection would change can be part of a match: the file is searched as it is.
  const hasBreak = oldText.includes("\n") || oldText.includes("\r");
  const { text, boundary } = hasBreak ? file.withPlainBreaks : { text: file.text, boundary: same };
  const starts = findOccurrences(text, oldText);
  const [only, another] = starts;
  if (!all && only !== undefined && another === undefined) {
    const overlap = text.slice(only + 1, only + 2 * oldText.length - 1).indexOf(oldText);
    if (overlap !== -1) starts.push(only + 1 + overlap);
  }
  return starts.map((start) => ({ start: boundary(start), end: boundary(start + oldText.length) }));
}

function same(offset: number): number {
  return offset;
}
