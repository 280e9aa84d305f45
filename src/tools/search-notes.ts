/** What a search has to say besides what it found: how far it got. */
import type { Reach } from "../search/query.js";
import { formatCount, plural } from "../text/quantities.js";
import { visiblePath } from "../text/visible.js";

const SHOWN_PLACES = 3;

/** Facts for programs; absent when the search saw everything. */
export interface ReachOutput {
  readonly timedOut?: true;
  /** How many places the system would not let us look into. */
  readonly unreadable?: number;
}

/** `places` are the unreadable ones that may be named. */
export function describeReach(reach: Reach, places: readonly string[], timeoutMs: number): string[] {
  const notes: string[] = [];
  if (reach.timedOut) {
    notes.push(
      `[Incomplete: the search was stopped after ${formatSeconds(timeoutMs)}; there may be more. Give a narrower path or pattern.]`,
    );
  }
  if (places.length > 0) {
    const shown = places.slice(0, SHOWN_PLACES).map(visiblePath).join(", ");
    const more =
      places.length > SHOWN_PLACES ? `, and ${formatCount(places.length - SHOWN_PLACES)} more` : "";
    notes.push(`[Incomplete: ${plural(places.length, "place")} could not be read: ${shown}${more}.]`);
  }
  return notes;
}

export function reachOutput(reach: Reach, places: readonly string[]): ReachOutput {
  return {
    ...(reach.timedOut ? { timedOut: true } : {}),
    ...(places.length > 0 ? { unreadable: places.length } : {}),
  };
}

function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`;
}
