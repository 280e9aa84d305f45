import type { HistoryReader } from "../history/history-reader.js";
import type { ChangeRecord } from "../history/records.js";
import type { ByteSplice } from "../text/byte-splices.js";

/** The ranges that a change has replaced, with what it put there. */
export async function forwardSplices(
  { splices }: ChangeRecord,
  reader: HistoryReader,
): Promise<readonly ByteSplice[] | undefined> {
  const inserted = splices === undefined ? undefined : await reader.readPieces(splices.inserted);
  if (splices === undefined || inserted === undefined) return undefined;
  const made: ByteSplice[] = [];
  let taken = 0;
  for (const [start, removedLength, insertedLength] of splices.places) {
    made.push({ start, end: start + removedLength, bytes: inserted.subarray(taken, taken + insertedLength) });
    taken += insertedLength;
  }
  return taken === inserted.length ? made : undefined;
}

/** The same places in the new content, with what stood there before. */
export async function reverseSplices(
  { splices }: ChangeRecord,
  reader: HistoryReader,
): Promise<readonly ByteSplice[] | undefined> {
  const removed = splices === undefined ? undefined : await reader.readPieces(splices.removed);
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
