/**
 * A text as its lines, each with its ending, so that joining them gives the text again. Only `\n` ends a line; a lone
 * `\r` is content, as it is in every view.
 */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let position = 0;
  while (position < text.length) {
    const newline = text.indexOf("\n", position);
    const next = newline === -1 ? text.length : newline + 1;
    lines.push(text.slice(position, next));
    position = next;
  }
  return lines;
}
