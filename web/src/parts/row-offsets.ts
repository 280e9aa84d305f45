/** Where the rows of a long list begin, so that what is in sight is found without looking at the rest. */
export interface RowOffsets {
  readonly total: number;
  offsetOf(index: number): number;
  /** The row that covers this height; the nearest one outside of all. */
  indexAt(height: number): number;
}

export function createRowOffsets(count: number, rowHeight: number | ((index: number) => number)): RowOffsets {
  return typeof rowHeight === "number" ? evenOffsets(count, rowHeight) : unevenOffsets(count, rowHeight);
}

function evenOffsets(count: number, rowHeight: number): RowOffsets {
  return {
    total: count * rowHeight,
    offsetOf: (index) => index * rowHeight,
    indexAt: (height) => clamp(Math.floor(height / rowHeight), count),
  };
}

function unevenOffsets(count: number, rowHeight: (index: number) => number): RowOffsets {
  const starts = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) {
    starts[index + 1] = (starts[index] ?? 0) + rowHeight(index);
  }
  const offsetOf = (index: number): number => starts[index] ?? 0;
  return {
    total: offsetOf(count),
    offsetOf,
    indexAt: (height) => {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (offsetOf(middle + 1) <= height) low = middle + 1;
        else high = middle;
      }
      return clamp(low, count);
    },
  };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}

export interface RowRange {
  /** From, and up to but without. */
  readonly from: number;
  readonly to: number;
}

/** The rows in sight, and some around them so that a short way of scrolling needs no new ones. */
export function findRowsInSight(
  offsets: RowOffsets,
  count: number,
  { top, height, spare }: { readonly top: number; readonly height: number; readonly spare: number },
): RowRange {
  if (count === 0) return { from: 0, to: 0 };
  return {
    from: Math.max(0, offsets.indexAt(top) - spare),
    to: Math.min(count, offsets.indexAt(top + height) + 1 + spare),
  };
}
