/** The same characters but for blanks at the ends of lines. */
import type { EditRequest, Span } from "./edit-plan.js";
import type { FileText } from "./file-text.js";
import { findOccurrences } from "./find-text.js";
import {
  isBlankUnit,
  type Projection,
  projectTrimmedLines,
  skipBlanksForward,
  unifyLineBreaks,
} from "./projection.js";
import type { Hit, Located, Tier } from "./tier.js";

export const trailingWhitespaceTier: Tier = {
  name: "trailing-whitespace",
  locate: locateTrimmed,
};

function locateTrimmed(file: FileText, { oldString, newString }: EditRequest): Located | undefined {
  const oldText = unifyLineBreaks(oldString);
  const wanted = projectTrimmedLines(oldString).text;
  if (/^\n*$/.test(wanted)) return undefined;
  const trimmed = projectTrimmedLines(file.text);
  const hits: Hit[] = [];
  let free = 0;
  for (const start of findTrimmed(trimmed.text, wanted, oldText)) {
    const span = findSpan(file.text, trimmed, { start, end: start + wanted.length }, oldText);
    const hit = { start: Math.max(free, span.start), end: span.end };
    hits.push({ span: hit, standing: unifyLineBreaks(file.text.slice(hit.start, hit.end)) });
    free = hit.end;
  }
  if (hits.length === 0) return undefined;
  return { oldText, newText: unifyLineBreaks(newString), unit: "line", hits };
}

/** Blanks that were ignored at the very end of the old text can only be ignored where a line of the file ends. */
function findTrimmed(text: string, wanted: string, oldText: string): number[] {
  const endsLine = isBlankUnit(oldText.charCodeAt(oldText.length - 1));
  const searched = endsLine ? `${text}\n` : text;
  const needle = endsLine ? `${wanted}\n` : wanted;
  return findOccurrences(searched, needle, { advance: wanted.length });
}

/**
 * A place in the trimmed text as one in the file. A line that ends in it does so with its trailing blanks; a line
 * of which only the break is in it keeps them, unless the old text began with such blanks.
 */
function findSpan(text: string, trimmed: Projection, found: Span, oldText: string): Span {
  const start = trimmed.boundary(found.start);
  const end = trimmed.boundary(found.end);
  const keepsBlanksBefore = trimmed.text[found.start] === "\n" && !isBlankUnit(oldText.charCodeAt(0));
  const isLineEnd = found.end === trimmed.text.length || trimmed.text[found.end] === "\n";
  return {
    start: keepsBlanksBefore ? skipBlanksForward(text, start) : start,
    end: isLineEnd ? skipBlanksForward(text, end) : end,
  };
}
