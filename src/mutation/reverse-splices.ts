import type { History } from "../history/history.js";
import type { ChangeRecord } from "../history/records.js";
import type { ByteSplice } from "../text/byte-splices.js";

/** The same places in the new content, with what stood there before. */
export async function reverseSplices(
  { splices }: ChangeRecord,
  history: History,
): Promise<readonly ByteSplice[] | undefined> {
  const removed = splices === undefined ? undefined : await history.readPieces(splices.removed);
  if (splices === undefined || removed === undefined) return undefined;
  const reversed: ByteSplice[] = [];
  let shift = 0;
  let taken = 0;
  for (const [start, removedLength, insertedLength] of splices.places) {
    const bytes = removed.subarray(taken, taken + removedLength);
    reversed.push({ start: start + shift, end: start + shift + insertedLength, bytes });
    taken += removedLength;
    shift += insertedLength - removedLength;
  }
  return taken === removed.length ? reversed : undefined;
}
