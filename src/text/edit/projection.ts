/**
 * A text without what a comparison ignores before line breaks: the `\r` of a `\r\n`, and trailing blanks if wanted.
 * Every boundary between two units of it leads back to one in the original, such that a removed unit belongs to
 * the line break after it: in "a\r\nb" a match of "a" leaves the `\r`, and one of "\nb" takes it.
 */
export interface Projection {
  readonly text: string;
  /** The original offset of an offset into `text`. */
  readonly boundary: (offset: number) => number;
}

const CARRIAGE_RETURN = 13;

export function projectLineBreaks(text: string): Projection {
  return text.includes("\r\n") ? project(text, (_, end) => end) : keepAll(text);
}

export function projectTrimmedLines(text: string): Projection {
  return project(text, (lineStart, end) => skipBlanksBackward(text, end, lineStart));
}

/** `\r\n` as `\n`; a lone `\r` is a character like others. */
export function unifyLineBreaks(text: string): string {
  return text.includes("\r\n") ? text.split("\r\n").join("\n") : text;
}

export function isBlankUnit(unit: number): boolean {
  return unit === 32 || unit === 9;
}

export function skipBlanksForward(text: string, from: number): number {
  let position = from;
  while (isBlankUnit(text.charCodeAt(position))) position += 1;
  return position;
}

export function trimTrailingBlanks(line: string): string {
  return line.slice(0, skipBlanksBackward(line, line.length, 0));
}

function skipBlanksBackward(text: string, from: number, limit: number): number {
  let position = from;
  while (position > limit && isBlankUnit(text.charCodeAt(position - 1))) position -= 1;
  return position;
}

function keepAll(text: string): Projection {
  return { text, boundary: (offset) => offset };
}

/** `keptEnd` says where the kept part of a line ends, given where the line starts and its break begins. */
function project(text: string, keptEnd: (lineStart: number, end: number) => number): Projection {
  const pieces: string[] = [];
  const newlines: number[] = [];
  const removedUpTo: number[] = [];
  let removed = 0;
  let keptFrom = 0;
  let lineStart = 0;
  const keepUntil = (end: number, next: number): void => {
    if (end === next) return;
    pieces.push(text.slice(keptFrom, end));
    keptFrom = next;
    removed += next - end;
    newlines.push(next - removed);
    removedUpTo.push(removed);
  };
  for (let newline = text.indexOf("\n"); newline !== -1; newline = text.indexOf("\n", lineStart)) {
    const isCrlf = newline > lineStart && text.charCodeAt(newline - 1) === CARRIAGE_RETURN;
    keepUntil(keptEnd(lineStart, isCrlf ? newline - 1 : newline), newline);
    lineStart = newline + 1;
  }
  keepUntil(keptEnd(lineStart, text.length), text.length);
  if (removed === 0) return keepAll(text);
  pieces.push(text.slice(keptFrom));
  return {
    text: pieces.join(""),
    boundary: (offset) => offset + (removedUpTo[countBelow(newlines, offset) - 1] ?? 0),
  };
}

/** How many of the sorted numbers are below `bound`. */
function countBelow(sorted: readonly number[], bound: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? bound) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
