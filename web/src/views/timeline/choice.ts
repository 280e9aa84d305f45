/** Which entries are chosen, to be undone together. */
import type { TimelineEntry } from "../../../../src/console/contract.js";

/** Chooses or lets go of one; with `from`, of all rows between the two, as a shift key is understood everywhere. */
export function toggleChosen(
  chosen: ReadonlySet<string>,
  id: string,
  range?: { readonly from: string; readonly order: readonly TimelineEntry[] },
): ReadonlySet<string> {
  const isChoosing = !chosen.has(id);
  const next = new Set(chosen);
  for (const each of range === undefined ? [id] : idsBetween(range.order, range.from, id)) {
    if (isChoosing) next.add(each);
    else next.delete(each);
  }
  return next;
}

/** Chooses all of them, or, when all are chosen, none. */
export function toggleAll(chosen: ReadonlySet<string>, ids: readonly string[]): ReadonlySet<string> {
  const next = new Set(chosen);
  const areAllChosen = ids.every((id) => chosen.has(id));
  for (const id of ids) {
    if (areAllChosen) next.delete(id);
    else next.add(id);
  }
  return next;
}

function idsBetween(order: readonly TimelineEntry[], from: string, to: string): readonly string[] {
  const start = order.findIndex(({ id }) => id === from);
  const end = order.findIndex(({ id }) => id === to);
  if (start === -1 || end === -1) return [to];
  return order.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id);
}
