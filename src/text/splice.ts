/** Replacing places in a text by what was asked for, letter by letter: nothing in the new text is a pattern. */

/** `text` takes the place of [start, end), counted in UTF-16 units of the text it is applied to. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Splices come sorted and disjoint; several insertions at one place are applied in their order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const splice of splices) {
    if (splice.start < position || splice.end < splice.start || splice.end > text.length) {
      throw new RangeError(
        `A splice of ${splice.start} to ${splice.end} can't follow position ${position} in ${text.length} characters.`,
      );
    }
    pieces.push(text.slice(position, splice.start), splice.text);
    position = splice.end;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}
