/**
 * A text without the `\r` of each `\r\n`. Every boundary between two units of it leads back to one in the original. The `\r`
 * belongs to its line break: in "a\r\nb" a match of "a" leaves it, and one of "\nb" takes it.
 */
export interface Projection {
  readonly text: string;
  /** The original offset of an offset into `text`. */
  readonly boundary: (offset: number) => number;
}

export function projectLineBreaks(text: string): Projection {
  const plain = unifyLineBreaks(text);
  if (plain === text) return { text, boundary: (offset) => offset };
  /** Where the breaks are in the plain text that were longer in the original. */
  const breaks: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2))
    breaks.push(at - breaks.length);
  return { text: plain, boundary: (offset) => offset + countBelow(breaks, offset) };
}

/** `\r\n` as `\n`; a lone `\r` is a character like others. */
export function unifyLineBreaks(text: string): string {
  return text.includes("\r\n") ? text.split("\r\n").join("\n") : text;
}

function isBlankUnit(unit: number): boolean {
  return unit === 32 || unit === 9;
}

export function skipBlanksForward(text: string, from: number): number {
  let position = from;
  while (isBlankUnit(text.charCodeAt(position))) position += 1;
  return position;
}

export function trimTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && isBlankUnit(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
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
