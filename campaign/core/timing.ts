/** Tells whether two series of durations are so far apart that a caller could tell one from the other. Pure. */
export interface Comparison {
  /** Medians, in milliseconds. */
  readonly present: number;
  readonly absent: number;
  /** How often a duration of the one series is above one of the other, from 0 to 1: 0.5 for equal series. */
  readonly above: number;
}

export function compareTimings(present: readonly number[], absent: readonly number[]): Comparison {
  let above = 0;
  for (const one of present) for (const other of absent) above += one > other ? 1 : one === other ? 0.5 : 0;
  return {
    present: median(present),
    absent: median(absent),
    above: above / (present.length * absent.length),
  };
}

/** Nearly every call of the one kind takes longer than every call of the other, by milliseconds and by half. */
export function isGross({ present, absent, above }: Comparison): boolean {
  const [low, high] = present < absent ? [present, absent] : [absent, present];
  return Math.abs(above - 0.5) > 0.48 && high - low > 3 && high > 1.5 * low;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
