/** Sets of code points as sorted ranges that neither overlap nor touch. */
interface CharRange {
  readonly first: number;
  readonly last: number;
}

export type CharSet = readonly CharRange[];

export const SLASH = 0x2f;
export const LAST_CODE_POINT = 0x10ffff;

export const ANY_CHARACTER: CharSet = [{ first: 0, last: LAST_CODE_POINT }];
export const ONLY_SLASH: CharSet = [{ first: SLASH, last: SLASH }];
/** No wildcard within a name reaches over the slash. */
export const NOT_SLASH: CharSet = complementOf(ONLY_SLASH);

export function charSetOf(ranges: readonly CharRange[]): CharSet {
  const sorted = ranges
    .filter((range) => range.first <= range.last)
    .toSorted((left, right) => left.first - right.first);
  const united: { first: number; last: number }[] = [];
  for (const { first, last } of sorted) {
    const previous = united.at(-1);
    if (previous !== undefined && first <= previous.last + 1) previous.last = Math.max(previous.last, last);
    else united.push({ first, last });
  }
  return united;
}

export function complementOf(set: CharSet): CharSet {
  const gaps: CharRange[] = [];
  let next = 0;
  for (const { first, last } of set) {
    if (first > next) gaps.push({ first: next, last: first - 1 });
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push({ first: next, last: LAST_CODE_POINT });
  return gaps;
}

export function withoutSlash(set: CharSet): CharSet {
  return set.flatMap(({ first, last }) =>
    charSetOf([
      { first, last: Math.min(last, SLASH - 1) },
      { first: Math.max(first, SLASH + 1), last },
    ]),
  );
}
