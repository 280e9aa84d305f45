/** Where a text has exactly the characters of another, `\r\n` and `\n` being one. */
import type { Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import { findOccurrences } from "./find-text.js";

/** In the original text. `oldText` has `\n` for every line break. */
export function findExactly(file: FileText, oldText: string): Span[] {
  if (!oldText.includes("\n") && !oldText.includes("\r")) {
    // Nothing that a projection would change can be part of a match: the file is searched as it is.
    return toSpans(findOccurrences(file.text, oldText), (start) => start, oldText.length);
  }
  const { text, boundary } = file.withPlainBreaks;
  return toSpans(findOccurrences(text, oldText), boundary, oldText.length);
}

function toSpans(starts: readonly number[], boundary: (offset: number) => number, length: number): Span[] {
  return starts.map((start) => ({ start: boundary(start), end: boundary(start + length) }));
}
