/** A coarse grid over a page: how much of it boxes cover, and which of them lie together. Pure. */

/** Left, bottom, right and top in the page's own units. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

const CELLS = 64;

export class PageGrid {
  readonly #page: Box;
  readonly #covered = new Float32Array(CELLS * CELLS);
  readonly #cellWidth: number;
  readonly #cellHeight: number;

  constructor(page: Box) {
    this.#page = page;
    this.#cellWidth = (page[2] - page[0]) / CELLS;
    this.#cellHeight = (page[3] - page[1]) / CELLS;
  }

  /** Covers the part of the box that lies on the page. Boxes over each other count once, as far as whole cells tell. */
  cover(box: Box): void {
    this.#forEachCell(box, (cell, share) => {
      this.#covered[cell] = Math.min(1, (this.#covered[cell] ?? 0) + share);
    });
  }

  /** The covered share of the whole page, from 0 to 1. */
  get share(): number {
    let sum = 0;
    for (const share of this.#covered) sum += share;
    return sum / this.#covered.length;
  }

  /** The covered share of a box, from 0 to 1. */
  shareOf(box: Box): number {
    let covered = 0;
    let size = 0;
    this.#forEachCell(box, (cell, share) => {
      covered += share * (this.#covered[cell] ?? 0);
      size += share;
    });
    return size === 0 ? 0 : covered / size;
  }

  /**
   * Joins boxes that touch the same or neighbouring cells, and returns the box around each group: the lines and circles
   * of a diagram cover little of the page, the diagram much more.
   */
  joinNeighbours(boxes: readonly Box[]): Box[] {
    const touched = new Uint8Array(CELLS * CELLS);
    for (const box of boxes) this.#forEachCell(box, (cell) => (touched[cell] = 1));
    const groups = labelGroups(touched);
    const joined = new Map<number, Box>();
    for (const box of boxes) {
      const group = groups[this.#findCell(box) ?? -1];
      if (group === undefined || group === 0) continue;
      const onPage = intersect(box, this.#page);
      joined.set(group, unite(joined.get(group) ?? onPage, onPage));
    }
    return [...joined.values()];
  }

  #findCell(box: Box): number | undefined {
    let found: number | undefined;
    const [left, bottom, right, top] = intersect(box, this.#page);
    // Its first corner lies in a cell that it touches.
    this.#forEachCell([left, bottom, Math.min(right, left + 1), Math.min(top, bottom + 1)], (cell) => {
      found ??= cell;
    });
    return found;
  }

  #forEachCell(box: Box, visit: (cell: number, share: number) => void): void {
    const [left, bottom, right, top] = intersect(box, this.#page);
    if (!(right > left && top > bottom)) return;
    const [x, y] = this.#page;
    const lastColumn = this.#indexOf(right - x, this.#cellWidth);
    const lastRow = this.#indexOf(top - y, this.#cellHeight);
    for (let row = this.#indexOf(bottom - y, this.#cellHeight); row <= lastRow; row += 1) {
      const height = overlap(row, this.#cellHeight, bottom - y, top - y);
      for (let column = this.#indexOf(left - x, this.#cellWidth); column <= lastColumn; column += 1) {
        const share = height * overlap(column, this.#cellWidth, left - x, right - x);
        if (share > 0) visit(row * CELLS + column, share);
      }
    }
  }

  #indexOf(offset: number, cell: number): number {
    return Math.max(0, Math.min(CELLS - 1, Math.floor(offset / cell)));
  }
}

/** Numbers the groups of touched cells from 1; cells that meet at a corner belong together. */
function labelGroups(touched: Uint8Array): Uint16Array {
  const groups = new Uint16Array(touched.length);
  let group = 0;
  for (let start = 0; start < touched.length; start += 1) {
    if (touched[start] === 0 || groups[start] !== 0) continue;
    group += 1;
    groups[start] = group;
    const waiting = [start];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      for (const next of neighboursOf(cell)) {
        if (touched[next] === 0 || groups[next] !== 0) continue;
        groups[next] = group;
        waiting.push(next);
      }
    }
  }
  return groups;
}

function neighboursOf(cell: number): number[] {
  const [row, column] = [Math.floor(cell / CELLS), cell % CELLS];
  const neighbours: number[] = [];
  for (let y = Math.max(0, row - 1); y <= Math.min(CELLS - 1, row + 1); y += 1) {
    for (let x = Math.max(0, column - 1); x <= Math.min(CELLS - 1, column + 1); x += 1) {
      neighbours.push(y * CELLS + x);
    }
  }
  return neighbours;
}

export function intersect(one: Box, other: Box): Box {
  return [
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ];
}

function unite(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

export function areaOf([left, bottom, right, top]: Box): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom);
}

/** Which share of the cell lies between `from` and `to`. */
function overlap(index: number, size: number, from: number, to: number): number {
  return Math.max(0, Math.min(to, (index + 1) * size) - Math.max(from, index * size)) / size;
}
