/** Numbers as a person reads them at a glance. Times of day are those of the person's clock. */
import { formatCount } from "../../../src/text/quantities.js";

export { formatBytes, formatCount, plural } from "../../../src/text/quantities.js";

/** Of English text; source code has somewhat fewer. Good for a size, not for a bill. */
const CHARACTERS_PER_TOKEN = 4;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function formatDuration(ms: number): string {
  if (ms < 1) return "<1 ms";
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59.95 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  const seconds = Math.round(ms / SECOND);
  if (seconds < 3600) return parts(seconds, 60, "min", "s");
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 24 * 60) return parts(minutes, 60, "h", "min");
  return parts(Math.round(ms / HOUR), 24, "d", "h");
}

function parts(count: number, perLarge: number, large: string, small: string): string {
  const rest = count % perLarge;
  const whole = `${formatCount(Math.floor(count / perLarge))} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

/** 1234 as "1.2k". */
export function formatShort(count: number): string {
  if (count < 1000) return String(Math.round(count));
  if (count < 999_500) return `${trimmed(count / 1000)}k`;
  return `${trimmed(count / 1_000_000)}M`;
}

function trimmed(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, "") : formatCount(Math.round(value));
}

function estimateTokens(characters: number): number {
  return Math.round(characters / CHARACTERS_PER_TOKEN);
}

/** "≈ 1.2k tok", because it is no more than a guess by the length. */
export function formatTokens(characters: number): string {
  return `≈ ${formatShort(estimateTokens(characters))} tok`;
}

/** 14:03:09 */
export function formatClock(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":");
}

/** 2026-11-16 14:03:09 */
export function formatMoment(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
  return `${day} ${formatClock(at)}`;
}

export function formatAgo(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < 10 * SECOND) return "just now";
  if (age < MINUTE) return `${Math.floor(age / (10 * SECOND)) * 10} s ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d ago`;
  return formatMoment(at).slice(0, 10);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
