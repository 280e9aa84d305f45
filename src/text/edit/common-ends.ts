/**
 * What old and new text share at their start and end, so that it need not be replaced and its bytes can't change. Counted
 * in tokens: characters, or lines and the breaks between them.
 */
export interface CommonEnds {
  readonly start: number;
  readonly end: number;
}

/** In UTF-16 units, never between the halves of a pair. */
export function findCommonCharacters(oldText: string, newText: string): CommonEnds {
  const shorter = Math.min(oldText.length, newText.length);
  let start = 0;
  while (start < shorter && oldText.charCodeAt(start) === newText.charCodeAt(start)) start += 1;
  if (start > 0 && isSurrogate(oldText.charCodeAt(start - 1), 0xd800)) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    oldText.charCodeAt(oldText.length - 1 - end) === newText.charCodeAt(newText.length - 1 - end)
  ) {
    end += 1;
  }
  if (end > 0 && isSurrogate(oldText.charCodeAt(oldText.length - end), 0xdc00)) end -= 1;
  return { start, end };
}

/** In tokens: even ones are lines, odd ones the breaks between them. */
export function findCommonLines(
  oldLines: readonly string[],
  newLines: readonly string[],
  isSame: (oldLine: string, newLine: string) => boolean,
): CommonEnds {
  const oldTokens = 2 * oldLines.length - 1;
  const newTokens = 2 * newLines.length - 1;
  const shorter = Math.min(oldTokens, newTokens);
  const isSameToken = (oldToken: number, newToken: number): boolean =>
    oldToken % 2 === 1 || isSame(oldLines[oldToken / 2] ?? "", newLines[newToken / 2] ?? "");
  let start = 0;
  while (start < shorter && isSameToken(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSameToken(oldTokens - 1 - end, newTokens - 1 - end)) end += 1;
  return { start, end };
}

/** How many units the first `tokens` tokens of the lines take. */
export function measureTokens(lines: readonly string[], tokens: number): number {
  let length = tokens >> 1;
  for (const line of lines.slice(0, (tokens + 1) >> 1)) length += line.length;
  return length;
}

function isSurrogate(unit: number, from: number): boolean {
  return unit >= from && unit < from + 0x400;
}
