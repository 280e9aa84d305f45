/** A moment as people name it: so long ago, or a date. */
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export function parseMoment(given: string, now: number): number {
  const [, count, unit = ""] = /^(\d{1,9})\s*([smhd])$/.exec(given.trim()) ?? [];
  const length = UNITS[unit];
  if (count !== undefined && length !== undefined) return now - Number(count) * length;
  // A bare number would be taken for a year.
  const moment = /^\d+$/.test(given.trim()) ? Number.NaN : Date.parse(given);
  if (Number.isNaN(moment))
    throw new Error(
      `--since is a time like 30s, 5m, 2h, 1d or 2026-01-31T09:30, not ${JSON.stringify(given)}.`,
    );
  // Nothing would be shown until then.
  if (moment > now) throw new Error(`--since is a time in the past, which ${JSON.stringify(given)} is not.`);
  return moment;
}
