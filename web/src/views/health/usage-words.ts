/** Figures of use, made ready to be drawn and told. */
import type { Usage } from "../../../../src/console/contract.js";
import { formatClock, formatCount, plural } from "../../parts/quantities.js";

export type Counted = "reads" | "changes" | "searches" | "refusals";
export type Minute = Usage["minutes"][number];

export interface Series {
  readonly total: number;
  readonly most: number;
  /** For those who don't see the bars. */
  readonly summary: string;
}

export function summarize(minutes: readonly Minute[], name: Counted): Series {
  const total = minutes.reduce((sum, minute) => sum + minute[name], 0);
  const most = minutes.reduce((highest, minute) => Math.max(highest, minute[name]), 0);
  const peak = minutes.find((minute) => minute[name] === most);
  const of = `${capitalize(name)} per minute in the last hour`;
  if (total === 0 || peak === undefined) return { total, most, summary: `${of}: none` };
  const summary = `${of}: ${formatCount(total)} in all, at most ${formatCount(most)} at ${shortClock(peak.at)}`;
  return { total, most, summary };
}

/** How tall a bar is, of `height`; what is there at all can be seen. */
export function barHeight(value: number, most: number, height: number): number {
  return value === 0 || most === 0 ? 0 : Math.max(1, Math.round((value / most) * height));
}

/** Of a hundred, in words: what is there at all is not nothing, and what is not all is not all. */
export function formatShare(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return "0%";
  if (part >= whole) return `${Math.round((part / whole) * 100)}%`;
  const share = Math.round((part / whole) * 100);
  if (share < 1) return "<1%";
  return `${Math.min(share, 99)}%`;
}

const ONE: Readonly<Record<Counted, string>> = {
  reads: "read",
  changes: "change",
  searches: "search",
  refusals: "refusal",
};

export function describeMinute(minute: Minute, name: Counted): string {
  return `${shortClock(minute.at)}: ${plural(minute[name], ONE[name], name)}`;
}

function shortClock(at: number): string {
  return formatClock(at).slice(0, 5);
}

function capitalize(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
