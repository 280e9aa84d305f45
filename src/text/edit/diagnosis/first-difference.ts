/** Where old text and file part, going along both from the place that comes nearest. */
import { clip } from "../../clip.js";
import { skipBlanksForward } from "../projection.js";
import type { FirstDifference } from "./diagnosis.js";
import { countLines, findLineStart, type LineSpan } from "./places.js";

const MAX_CHARACTERS = 40;

/** Undefined when the file has all of the old text there. */
export function findFirstDifference(
  file: string,
  oldText: string,
  place: LineSpan,
): FirstDifference | undefined {
  const start = findCounterpart(file, oldText, place.start);
  const length = countCommon(file, oldText, start);
  if (length === oldText.length) return undefined;
  const position = start + length;
  const lineStart = findLineStart(file, position);
  return {
    line: place.startLine + countLines(file, place.start, position),
    column: position - lineStart + 1,
    expected: takeLineRest(oldText, length),
    found: takeLineRest(file, position),
  };
}

/** The old text may begin with the indentation of its first line or after it: whichever agrees longer. */
function findCounterpart(file: string, oldText: string, start: number): number {
  const lineStart = findLineStart(file, start);
  const body = skipBlanksForward(file, lineStart);
  if (start > body) return start;
  const gain = countCommon(file, oldText, body) - countCommon(file, oldText, lineStart);
  return gain > 0 || (gain === 0 && start === body) ? body : lineStart;
}

function countCommon(file: string, oldText: string, start: number): number {
  let length = 0;
  while (length < oldText.length && oldText.charCodeAt(length) === file.charCodeAt(start + length))
    length += 1;
  return length;
}

function takeLineRest(text: string, from: number): string {
  const newline = text.indexOf("\n", from);
  return clip(text.slice(from, newline === -1 ? text.length : newline), MAX_CHARACTERS);
}
