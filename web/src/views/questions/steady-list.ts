/**
 * A list that does not move under the pointer. While it is in use, those that come are held back and those that go leave
 * their place empty; when nobody uses it any more, it is again what it should be.
 */
export interface SteadyRow {
  readonly key: string;
  readonly isGone: boolean;
}

export interface SteadyList {
  readonly rows: readonly SteadyRow[];
  /** How many are held back. */
  readonly held: number;
}

/** `waiting` in the order to be shown in. */
export function arrangeList(
  shown: readonly SteadyRow[],
  waiting: readonly string[],
  { isInUse }: { readonly isInUse: boolean },
): SteadyList {
  const isNothingToTouch = shown.every(({ isGone }) => isGone);
  if (!isInUse || isNothingToTouch) {
    return { rows: waiting.map((key) => ({ key, isGone: false })), held: 0 };
  }
  const there = new Set(waiting);
  const known = new Set(shown.map(({ key }) => key));
  return {
    rows: shown.map(({ key }) => ({ key, isGone: !there.has(key) })),
    held: waiting.filter((key) => !known.has(key)).length,
  };
}
