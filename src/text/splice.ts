/** Replacing places in a text by what was asked for, letter by letter: nothing in the new text is a pattern. */

/** `text` takes the place of [start, end), counted in UTF-16 units of the text it is applied to. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Splices come sorted and disjoint; several insertions at one place are applied in their order. Of a part of the text, the
 * result is what becomes of that part.
 */
export function applySplices(
  text: string,
  splices: readonly Splice[],
  part: { readonly start: number; readonly end: number } = { start: 0, end: text.length },
): string {
  const pieces: string[] = [];
  let position = part.start;
  for (const splice of splices) {
    if (splice.start < position || splice.end < splice.start || splice.end > part.end) {
      throw new RangeError(
        `A splice of ${splice.start} to ${splice.end} can't follow position ${position} in ${part.end} characters.`,
      );
    }
    pieces.push(text.slice(position, splice.start), splice.text);
    position = splice.end;
  }
  pieces.push(text.slice(position, part.end));
  return pieces.join("");
}
