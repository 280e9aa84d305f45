/** Where the line of a position begins and ends. */

export function findLineStart(text: string, position: number): number {
  // lastIndexOf takes a negative position for 0, which would find a newline that begins the text.
  return position === 0 ? 0 : text.lastIndexOf("\n", position - 1) + 1;
}

/** After the line's break, where it has one. */
export function findLineEnd(text: string, position: number): number {
  const newline = text.indexOf("\n", position);
  return newline === -1 ? text.length : newline + 1;
}
