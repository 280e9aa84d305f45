/** The same characters, where `\r\n` and `\n` are one. */
import type { FileText } from "./file-text.js";
import { findOccurrences } from "./find-text.js";
import { unifyLineBreaks } from "./projection.js";
import type { Hit, Located, Tier } from "./tier.js";

export const exactTier: Tier = {
  name: "exact",
  locate: (file, { oldString, newString }) =>
    locateExactly(file, unifyLineBreaks(oldString), unifyLineBreaks(newString)),
};

export function locateExactly(file: FileText, oldText: string, newText: string): Located | undefined {
  const hits = findHits(file, oldText);
  return hits.length === 0 ? undefined : { oldText, newText, unit: "character", hits };
}

function findHits(file: FileText, oldText: string): Hit[] {
  const hasBreak = oldText.includes("\n") || oldText.includes("\r");
  if (!hasBreak) {
    // Nothing that a projection would change can be part of a match: the file is searched as it is.
    return toHits(findOccurrences(file.text, oldText), (start) => start, oldText.length);
  }
  const { text, boundary } = file.withPlainBreaks;
  return toHits(findOccurrences(text, oldText), boundary, oldText.length);
}

function toHits(starts: readonly number[], boundary: (offset: number) => number, length: number): Hit[] {
  return starts.map((start) => ({ span: { start: boundary(start), end: boundary(start + length) } }));
}
