/** Finds the names a reader most likely meant, for "did you mean". Similarity suggests; it never decides. */
export interface NearestOptions {
  readonly limit: number;
  /** Edits allowed per letter of the wanted name; a parameter name may differ more than a file name. */
  readonly tolerance: number;
}

export function findNearestNames(
  wanted: string,
  candidates: Iterable<string>,
  options: NearestOptions,
): string[] {
  const target = fold(wanted);
  const scored: { name: string; distance: number }[] = [];
  for (const name of candidates) {
    const distance = nameDistance(target, fold(name));
    if (distance <= Math.max(1, target.length * options.tolerance)) scored.push({ name, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || compareText(a.name, b.name));
  return scored.slice(0, options.limit).map((entry) => entry.name);
}

/** Containment beats a long edit: `path` is nearer to `file_path` than to any other short word. */
function nameDistance(target: string, name: string): number {
  if (target === name) return 0;
  const shorter = target.length < name.length ? target : name;
  const longer = shorter === target ? name : target;
  const edits = editDistance(target, name, Math.ceil(target.length / 2));
  if (shorter.length >= 3 && longer.includes(shorter)) {
    return Math.min(edits, 1 + (longer.length - shorter.length) / (2 * longer.length));
  }
  return edits;
}

/** Optimal string alignment distance; gives up with Infinity as soon as it must exceed `bound`. */
export function editDistance(left: string, right: string, bound: number = Number.POSITIVE_INFINITY): number {
  if (Math.abs(left.length - right.length) > bound) return Number.POSITIVE_INFINITY;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > bound) return Number.POSITIVE_INFINITY;
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKC")
    .replace(/[_\-\s]/g, "");
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
