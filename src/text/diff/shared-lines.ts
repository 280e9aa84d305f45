/**
 * Lines as small numbers, equal where the lines are, and without those found on one side only: such lines can't be
 * kept by any diff, so leaving them out makes the search shorter and its result no worse.
 */
import type { LineChange } from "./line-change.js";
import { LineIds } from "./line-ids.js";

/** The lines of one side that the other side has somewhere too. */
interface SharedSide {
  readonly ids: Int32Array;
  /** Where each of them stands among all lines of its side. */
  readonly positions: Int32Array;
}

export interface SharedLines {
  readonly before: SharedSide;
  readonly after: SharedSide;
  /** Ids are below this. */
  readonly idCount: number;
}

export function findSharedLines(
  before: readonly string[],
  after: readonly string[],
  region: LineChange,
): SharedLines {
  const ids = new LineIds();
  const beforeIds = internLines(before, region.beforeStart, region.beforeEnd, ids);
  const beforeIdCount = ids.count;
  const afterIds = internLines(after, region.afterStart, region.afterEnd, ids);
  const isInAfter = new Uint8Array(ids.count);
  for (const id of afterIds) isInAfter[id] = 1;
  return {
    before: selectLines(beforeIds, region.beforeStart, (id) => isInAfter[id] === 1),
    after: selectLines(afterIds, region.afterStart, (id) => id < beforeIdCount),
    idCount: beforeIdCount,
  };
}

function internLines(lines: readonly string[], start: number, end: number, ids: LineIds): Int32Array {
  const found = new Int32Array(end - start);
  for (let index = start; index < end; index += 1) {
    found[index - start] = ids.idOf(lines[index] ?? "");
  }
  return found;
}

function selectLines(ids: Int32Array, start: number, isShared: (id: number) => boolean): SharedSide {
  const kept = new Int32Array(ids.length);
  const positions = new Int32Array(ids.length);
  let count = 0;
  for (const [index, id] of ids.entries()) {
    if (!isShared(id)) continue;
    kept[count] = id;
    positions[count] = start + index;
    count += 1;
  }
  return { ids: kept.subarray(0, count), positions: positions.subarray(0, count) };
}
