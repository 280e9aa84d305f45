/** What a search has to say besides what it found: how far it got. */
import { type RootProblem, rootProblemClause } from "../fs/root-problems.js";
import { formatCount, plural } from "../text/quantities.js";
import { visiblePath } from "../text/visible.js";

const SHOWN_PLACES = 3;

/** How far a search got, over all the folders it looked in. */
export interface SearchReach {
  readonly timedOut: boolean;
  readonly timeoutMs: number;
  /** Places that the system would not let us look into, as far as they may be named. */
  readonly unreadable: readonly string[];
  /** Roots that were not searched. */
  readonly skippedRoots: readonly RootProblem[];
  /** Ignore files of some kind were not obeyed, because one is a link to a file that may not be read. */
  readonly leavesOutIgnoreFiles?: boolean;
}

/** Whether nothing was left out. */
export function isWhole({ timedOut, unreadable, skippedRoots }: SearchReach): boolean {
  return !timedOut && unreadable.length === 0 && skippedRoots.length === 0;
}

/** Facts for programs; absent when the search saw everything. */
export interface ReachOutput {
  readonly timedOut?: true;
  /** How many places the system would not let us look into. */
  readonly unreadable?: number;
  /** Roots that were not searched, because they do not exist or can't be read. */
  readonly skippedRoots?: readonly string[];
}

export function describeReach(reach: SearchReach): string[] {
  const { timedOut, timeoutMs, unreadable: places, skippedRoots } = reach;
  const notes: string[] = [];
  if (timedOut) {
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
  if (skippedRoots.length > 0) {
    const shown = skippedRoots.slice(0, SHOWN_PLACES).map(rootProblemClause).join(", ");
    const more =
      skippedRoots.length > SHOWN_PLACES
        ? `, and ${formatCount(skippedRoots.length - SHOWN_PLACES)} more can't be used`
        : "";
    notes.push(`[Incomplete: ${shown}${more}.]`);
  }
  if (reach.leavesOutIgnoreFiles === true) {
    notes.push(
      "[Files that the project ignores may be among these: an ignore file is a link to a file that may not be read, so such ignore files were not applied.]",
    );
  }
  return notes;
}

export function reachOutput({ timedOut, unreadable, skippedRoots }: SearchReach): ReachOutput {
  return {
    ...(timedOut ? { timedOut: true } : {}),
    ...(unreadable.length > 0 ? { unreadable: unreadable.length } : {}),
    ...(skippedRoots.length > 0 ? { skippedRoots: skippedRoots.map(({ root }) => root) } : {}),
  };
}

function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${Number.isInteger(seconds) ? seconds : seconds.toFixed(1)} s`;
}
