/** Whose turn it is to give way when there is no room for one more: a token that opens many displaces its own first. */

interface Owned {
  /** Whom it belongs to; see `holderOf`. */
  readonly holder: string;
}

/**
 * Those that may be displaced for one more of `holder`, in the order given: its own, then those of holders that have more
 * than an equal share of `max`.
 */
export function listDisplaceable<T extends Owned>(
  held: readonly T[],
  holder: string,
  max: number,
): readonly T[] {
  const counts = new Map<string, number>([[holder, 0]]);
  for (const each of held) counts.set(each.holder, (counts.get(each.holder) ?? 0) + 1);
  const share = max / counts.size;
  const own = held.filter((each) => each.holder === holder);
  const others = held.filter((each) => each.holder !== holder && (counts.get(each.holder) ?? 0) > share);
  return [...own, ...others];
}
