/** What old and new text share at their start and end, so it need not be replaced and its bytes can't change. */
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

function isSurrogate(unit: number, from: number): boolean {
  return unit >= from && unit < from + 0x400;
}
