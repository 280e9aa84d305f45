/** Where a person finds a character of a text: 1-based, the column in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export function findPlace(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  let line = 1;
  for (let at = before.indexOf("\n"); at !== -1; at = before.indexOf("\n", at + 1)) line += 1;
  return { line, column: offset - lineStart + 1 };
}
