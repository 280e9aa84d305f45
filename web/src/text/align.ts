/** Pairs of places in two lists, rising in both, whose weights add up to the most. Every place is compared with every other. */
export function align(
  left: number,
  right: number,
  weightOf: (left: number, right: number) => number,
): readonly (readonly [number, number])[] {
  const width = right + 1;
  /** The most that can be had from here on. */
  const best = new Float64Array((left + 1) * width);
  const withPair = (row: number, column: number): number => {
    const weight = weightOf(row, column);
    return weight > 0 ? weight + (best[(row + 1) * width + column + 1] ?? 0) : -1;
  };
  for (let row = left - 1; row >= 0; row -= 1) {
    for (let column = right - 1; column >= 0; column -= 1) {
      const at = row * width + column;
      best[at] = Math.max(best[at + width] ?? 0, best[at + 1] ?? 0, withPair(row, column));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [row, column] = [0, 0];
  while (row < left && column < right) {
    const at = row * width + column;
    if (best[at] === withPair(row, column)) pairs.push([row++, column++]);
    else if (best[at] === best[at + width]) row += 1;
    else column += 1;
  }
  return pairs;
}
