/**
 * The state that the journal's records add up to: which changes are applied, which are undone, which never reached the disk.
 * Pure; everything about undo, redo and rewind that needs no disk is decided here.
 */
import type {
  ChangeRecord,
  CheckpointRecord,
  DisplacedRecord,
  InPlaceRecord,
  JournalRecord,
} from "./records.js";

export type ChangeState = "applied" | "undone" | "failed";

export interface TimelineChange {
  readonly record: ChangeRecord;
  readonly state: ChangeState;
  /** Set when it was written into the very file that was there. */
  readonly inPlace: InPlaceRecord | undefined;
  /** Versions of other programs that this change displaced by accident. */
  readonly displaced: readonly DisplacedRecord[];
}

export interface Timeline {
  /** Oldest first. */
  readonly changes: readonly TimelineChange[];
  readonly checkpoints: readonly CheckpointRecord[];
}

export function createTimeline(records: readonly JournalRecord[]): Timeline {
  const failed = new Set<string>();
  const inPlace = new Map<string, InPlaceRecord>();
  const displaced = new Map<string, DisplacedRecord[]>();
  const changes: ChangeRecord[] = [];
  const checkpoints: CheckpointRecord[] = [];
  for (const record of records) {
    if (record.kind === "change") changes.push(record);
    else if (record.kind === "checkpoint") checkpoints.push(record);
    else if (record.kind === "failed") failed.add(record.change);
    else if (record.kind === "in-place") inPlace.set(record.change, record);
    else if (record.kind === "displaced") {
      displaced.set(record.change, [...(displaced.get(record.change) ?? []), record]);
    }
  }
  changes.sort(byTime);
  checkpoints.sort(byTime);
  const undone = findUndone(changes, failed);
  const stateOf = ({ id }: ChangeRecord): ChangeState =>
    failed.has(id) ? "failed" : undone.has(id) ? "undone" : "applied";
  return {
    changes: changes.map((record) => ({
      record,
      state: stateOf(record),
      inPlace: inPlace.get(record.id),
      displaced: displaced.get(record.id) ?? [],
    })),
    checkpoints,
  };
}

/** A change is undone while an applied change undoes it; an undo that was itself undone no longer counts. */
function findUndone(changes: readonly ChangeRecord[], failed: ReadonlySet<string>): Set<string> {
  const undone = new Set<string>();
  for (const { id, undoes } of changes.toReversed()) {
    if (undoes === undefined || failed.has(id) || undone.has(id)) continue;
    for (const each of undoes) undone.add(each);
  }
  return undone;
}

function byTime(left: { at: number; id: string }, right: { at: number; id: string }): number {
  return left.at - right.at || (left.id < right.id ? -1 : 1);
}

/** What undo takes, last first, if nothing is named: made by a tool of this session, and still applied. */
export function findAppliedChanges(timeline: Timeline, sessionId: string): TimelineChange[] {
  return timeline.changes.filter(
    ({ record, state }) =>
      record.sessionId === sessionId && state === "applied" && record.undoes === undefined,
  );
}

/** The last undo, which redo takes back: applied, and not itself a redo or a rollback. */
export function findLastUndo(timeline: Timeline, sessionId: string): TimelineChange | undefined {
  const byId = new Map(timeline.changes.map((change) => [change.record.id, change]));
  return timeline.changes.findLast(({ record, state }) => {
    if (record.sessionId !== sessionId || state !== "applied" || record.undoes === undefined) return false;
    return record.undoes.some((id) => byId.get(id)?.record.undoes === undefined);
  });
}

/** Changes of each file, in the order given; files in the order of their first. */
export function groupByPath(changes: readonly TimelineChange[]): Map<string, TimelineChange[]> {
  const byPath = new Map<string, TimelineChange[]>();
  for (const change of changes) {
    const { path } = change.record;
    byPath.set(path, [...(byPath.get(path) ?? []), change]);
  }
  return byPath;
}

/** What was done to each file since a moment, oldest first; one that was undone since belongs to it, as its undo does. */
export function changesSince(
  timeline: Timeline,
  moment: Pick<CheckpointRecord, "at" | "id" | "sessionId">,
  scope: "session" | "roots" | "all",
): Map<string, TimelineChange[]> {
  return groupByPath(
    timeline.changes.filter(({ record: { at, sessionId, id }, state }) => {
      const isLater = at > moment.at || (at === moment.at && id > moment.id);
      const isMeant = scope !== "session" || sessionId === moment.sessionId;
      return isLater && isMeant && state !== "failed";
    }),
  );
}

/** An undo, redo or rewind that left a file as it is now. */
export interface Restoring {
  readonly by: "undo" | "redo" | "rewind";
  /** What tools had done to the file, oldest first. */
  readonly changes: readonly ChangeRecord[];
  /** Those of them that were undone. */
  readonly undone: readonly ChangeRecord[];
}

/** `version` is the name of the file's present content, or null if it is gone. */
export function findRestoring(
  timeline: Timeline,
  path: string,
  version: string | null,
): Restoring | undefined {
  const all = timeline.changes.filter(({ record, state }) => record.path === path && state !== "failed");
  const last = all.at(-1)?.record;
  if (last?.undoes === undefined || (last.after?.id ?? null) !== version) return undefined;
  const { undoes, tool } = last;
  const changes = all.map(({ record }) => record).filter((record) => record.undoes === undefined);
  return {
    by: tool === "redo" || tool === "rewind" ? tool : "undo",
    changes,
    undone: changes.filter(({ id }) => undoes.includes(id)),
  };
}
