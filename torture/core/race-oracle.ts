/**
 * Decides after a race whether every version that stood on disk is accounted for. Pure: it sees tags of versions, the
 * times of writes and calls, what the history keeps and what the file holds in the end.
 */
import { type Finding, finding } from "./finding.js";
import type { Parts } from "./self-describing.js";

/** A write by another program. Times are of the system's monotonic clock, in milliseconds. */
export interface OutsideWrite {
  readonly tag: string;
  readonly begunAt: number;
  readonly endedAt: number;
  /** Whether its writer found the version in place when it came back to replace it. */
  readonly isReplacedByWriter: boolean;
}

/** A change of ours. */
export interface OwnCall {
  readonly tag: string;
  /** The slot that it replaced. */
  readonly replaced: string;
  /** When the file was read for it, and when it was answered. */
  readonly begunAt: number;
  readonly endedAt: number;
  readonly isOk: boolean;
  readonly message?: string;
  readonly change?: string;
}

export interface RaceEvidence {
  readonly writes: readonly OutsideWrite[];
  readonly calls: readonly OwnCall[];
  /** Whether outside writes add lines instead of replacing the file. */
  readonly appends: boolean;
  /** Whether the history keeps contents by their differences alone. */
  readonly isLarge: boolean;
  /** `undefined`: a mixture. */
  readonly present: Parts | undefined;
  /** What the history keeps; mixtures left out. */
  readonly kept: readonly Parts[];
  /** The changes in the history by id, with their states. */
  readonly states: ReadonlyMap<string, string>;
  /** Slots of the contents that changes in force have left. */
  readonly appliedSlots: ReadonlySet<string>;
}

export function judgeRace(evidence: RaceEvidence): Finding[] {
  const { calls, present, states, appliedSlots } = evidence;
  const found: Finding[] = [];
  if (present === undefined) found.push(finding("mixture", "the file is no version that ever stood there"));
  for (const { isOk, change, tag, message } of calls) {
    if (isOk && change !== undefined && !states.has(change)) {
      found.push(finding("lost", "an acknowledged change is not in the history", tag));
    } else if (isOk && change !== undefined && states.get(change) === "failed") {
      found.push(finding("wrong answer", "an acknowledged change failed in the history", tag));
    }
    if (!isOk && (present?.slot === tag || appliedSlots.has(tag))) {
      found.push(finding("wrong answer", "an error, but the change was made", `${tag} ${message}`));
    }
  }
  return [...found, ...findLost(evidence)];
}

function findLost(evidence: RaceEvidence): Finding[] {
  const { writes, calls, appends, isLarge, present, kept } = evidence;
  const known = present === undefined ? kept : [...kept, present];
  const tags = new Set(known.flatMap(({ base, appended }) => (appends ? appended : [base])));
  const replaced = new Set(isLarge ? calls.filter(({ isOk }) => isOk).map((call) => call.replaced) : []);
  const found: Finding[] = [];
  for (const write of writes) {
    const { tag, isReplacedByWriter } = write;
    if ((!appends && isReplacedByWriter) || tags.has(tag) || replaced.has(tag)) continue;
    found.push(finding("lost", describeLoss(write, calls), tag));
  }
  return found;
}

/** A write that ends after our answer went through a descriptor that was opened before it. */
function describeLoss({ begunAt, endedAt }: OutsideWrite, calls: readonly OwnCall[]): string {
  const isLate = calls.some((call) => call.isOk && call.endedAt > begunAt && call.endedAt < endedAt);
  return isLate
    ? "an outside version written while a change was answered is neither on disk nor in the history"
    : "an outside version is neither on disk nor in the history";
}

/** How many outside writes fell into the time of one of our changes, from its read to its answer. */
export function countRaces(writes: readonly OutsideWrite[], calls: readonly OwnCall[]): number {
  const ordered = calls.toSorted((left, right) => left.begunAt - right.begunAt);
  let next = 0;
  let count = 0;
  for (const { begunAt, endedAt } of writes.toSorted((left, right) => left.begunAt - right.begunAt)) {
    while (next < ordered.length && (ordered[next] as OwnCall).endedAt < begunAt) next += 1;
    const call = ordered[next];
    if (call !== undefined && call.begunAt <= endedAt) count += 1;
  }
  return count;
}
