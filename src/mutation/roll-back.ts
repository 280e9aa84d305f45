/**
 * Rolls back the changes of a group. Each one is undone by a compare-and-swap on what it left, as a change that is recorded
 * like any other: whatever crashes in between, recovery can go on from there.
 */
import { dirname } from "node:path";
import type { MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { HistoryReader, IndexedChange } from "../history/history-reader.js";
import type { ChangeRecord } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import { describeFailure } from "./describe-failure.js";
import { restore } from "./restore.js";
import { planRestore, type RestoreDeps } from "./restore-plan.js";
import type { MutationGround } from "./write-ahead.js";

/** The tool that such changes are recorded under. */
const ROLLBACK = "rollback";

export interface RolledBack {
  readonly undone: ChangeRecord;
  /** The id of the change that undid it. */
  readonly change: string | undefined;
}

export type RollBackDeps = RestoreDeps &
  MutationGround & {
    /** Why a file may not be written, or `undefined`. Without it, callers have checked that. */
    readonly findRefusal?: (path: RealPath) => Promise<string | undefined>;
    /** Without it, callers have written the records themselves. */
    readonly isInsideRoots?: (path: RealPath) => MaybePromise<boolean>;
  };

/** Returns the changes that stay in place, by their ids, with the reason for each. */
export async function rollBackGroup(
  group: string,
  deps: RollBackDeps,
  onRolledBack: (rolledBack: RolledBack) => void = () => undefined,
): Promise<ReadonlyMap<string, string>> {
  // The group's own changes are younger than what the caller has read.
  const reader = await deps.history.openReader();
  const fresh: RollBackDeps = { ...deps, reader: async () => reader };
  const changes = await readChangesSince(group, reader);
  const members = changes.filter(({ record }) => record.step === group);
  const left = new Map<string, string>();
  for (const { record } of members.filter(({ state }) => state === "applied").toReversed()) {
    const problem = isChangedSince(record, members, changes)
      ? "the file has been changed since"
      : await rollBackChange(record, fresh, onRolledBack);
    if (problem !== undefined) left.set(record.id, problem);
  }
  return left;
}

/** All changes since the group was begun, oldest first. */
async function readChangesSince(group: string, reader: HistoryReader): Promise<readonly TimelineChange[]> {
  const begun = [...reader.others()].find((record) => record.kind === "group" && record.id === group);
  const since: IndexedChange[] = [];
  for (const change of reader.newestFirst()) {
    if (begun === undefined || change.seq < begun.seq) break;
    since.push(change);
  }
  return (await reader.readChanges(since)).toReversed();
}

/** Whether a later change of the file is neither one of the group nor has rolled one back. */
function isChangedSince(
  { path, seq }: ChangeRecord,
  members: readonly TimelineChange[],
  changes: readonly TimelineChange[],
): boolean {
  const ids = new Set(members.map(({ record }) => record.id));
  return changes.some(({ record, state }) => {
    if (record.path !== path || record.seq <= seq || state === "failed") return false;
    return !ids.has(record.id) && record.undoes?.some((id) => ids.has(id)) !== true;
  });
}

/** Returns why the change stays in place, or `undefined` if the file is as it was before it. */
async function rollBackChange(
  record: ChangeRecord,
  deps: RollBackDeps,
  onRolledBack: (rolledBack: RolledBack) => void,
): Promise<string | undefined> {
  const refusal = await deps.findRefusal?.(record.path as RealPath);
  if (refusal !== undefined) return refusal;
  try {
    const plan = await planRestore([record], deps);
    if (plan.outcome === "unchanged") {
      await unlessUnavailable(() => deps.history.fail(record.id, "it was rolled back"));
      return undefined;
    }
    if (plan.outcome !== "ready") return plan.reason;
    const { sessionId, callId, client, agent } = record;
    const from = {
      sessionId,
      callId,
      ...(client === undefined ? {} : { client }),
      ...(agent === undefined ? {} : { agent }),
    };
    const origin = { ...from, tool: ROLLBACK, undoes: [record.id] };
    const { isDone, change } = await restore([await withOwnFolder(record, deps)], plan.step, origin, deps);
    if (!isDone) return "the file has just been changed";
    onRolledBack({ undone: record, change });
    return undefined;
  } catch (cause) {
    return describeFailure(cause);
  }
}

/** A record that was tampered with must not make us remove a root or a folder above it. */
async function withOwnFolder(record: ChangeRecord, { isInsideRoots }: RollBackDeps): Promise<ChangeRecord> {
  const { createdFolder, ...rest } = record;
  if (createdFolder === undefined || isInsideRoots === undefined) return record;
  return (await isInsideRoots(dirname(createdFolder) as RealPath)) ? record : rest;
}
