/** Changes in their order, and what undo, redo and rewind find among them. Pure. */
import type { ChangeRecord, DisplacedRecord, InPlaceRecord } from "./records.js";

export type ChangeState = "applied" | "undone" | "failed";

export interface TimelineChange {
  readonly record: ChangeRecord;
  readonly state: ChangeState;
  /** Set when the file was overwritten instead of replaced. */
  readonly inPlace: InPlaceRecord | undefined;
  /** Versions of other programs that this change displaced by accident. */
  readonly displaced: readonly DisplacedRecord[];
}

/** Changes of each file, in the order given; files in the order of their first. */
export function groupByPath(changes: readonly TimelineChange[]): Map<string, TimelineChange[]> {
  const byPath = new Map<string, TimelineChange[]>();
  for (const change of changes) {
    const group = byPath.get(change.record.path);
    if (group === undefined) byPath.set(change.record.path, [change]);
    else group.push(change);
  }
  return byPath;
}

/** An undo, redo or rewind that left a file as it is now. */
export interface Restoring {
  readonly by: "undo" | "redo" | "rewind";
  /** What tools had done to the file, oldest first. */
  readonly changes: readonly ChangeRecord[];
  /** Those of them that were undone. */
  readonly undone: readonly ChangeRecord[];
}

/** `all` are the changes of one file, oldest first; `version` names its present content, or is null if it is gone. */
export function findRestoring(all: readonly TimelineChange[], version: string | null): Restoring | undefined {
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

/** What undo and redo need to know of a change to find the one that is meant. */
export interface UndoableChange {
  readonly id: string;
  readonly sessionId: string;
  readonly state: ChangeState;
  readonly undoes: readonly string[] | undefined;
}

/** What undo takes, newest first, when nothing is named: made by a tool of this session, and applied. */
export function* findApplied<C extends UndoableChange>(
  newestFirst: Iterable<C>,
  sessionId: string,
): Generator<C> {
  for (const change of newestFirst) {
    if (change.sessionId === sessionId && change.state === "applied" && change.undoes === undefined)
      yield change;
  }
}

/** The last undo that redo takes: applied, and not itself a redo, so at least one change it undoes is not an undo. */
export function findLastUndo<C extends UndoableChange>(
  newestFirst: Iterable<C>,
  sessionId: string,
): C | undefined {
  let candidates: { readonly change: C; readonly unseen: Set<string>; isFound: boolean }[] = [];
  for (const change of newestFirst) {
    for (const candidate of candidates) {
      if (candidate.unseen.delete(change.id)) candidate.isFound ||= change.undoes === undefined;
    }
    candidates = candidates.filter(({ unseen, isFound }) => isFound || unseen.size > 0);
    if (candidates[0]?.isFound === true) return candidates[0].change;
    const isUndo = change.sessionId === sessionId && change.state === "applied";
    if (isUndo && change.undoes !== undefined)
      candidates.push({ change, unseen: new Set(change.undoes), isFound: false });
  }
  return candidates.find(({ isFound }) => isFound)?.change;
}
