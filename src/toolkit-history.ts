/**
 * The history as a person uses it: what happened, undo, redo, checkpoints, rewind. It is for hosts, never a tool of the
 * model's. Every step is a compare-and-swap on what the undone change left behind, and itself a change that can be undone.
 */
import { ToolError } from "./errors/tool-error.js";
import type { RealPath } from "./fs/paths.js";
import type { History } from "./history/history.js";
import type { ChangeRecord, CheckpointRecord } from "./history/records.js";
import {
  changesSince,
  findLastUndo,
  findStandingChanges,
  type Timeline,
  type TimelineChange,
} from "./history/timeline.js";
import { HistoryAccess, type PartedTimeline } from "./history-access.js";
import {
  describe,
  type FileRestore,
  findStep,
  groupForRestore,
  isSettled,
  type Planned,
  patchOf,
  type RestoreOptions,
} from "./mutation/file-restore.js";
import type { RestorePlan, RestoreStep } from "./mutation/restore-plan.js";
import { refuseNothingTo, refuseNotStanding, refuseUnknown } from "./mutation/undo-refusals.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import type { Session } from "./session/session.js";
import type { Workspace } from "./workspace.js";

export interface ListOptions {
  /** Only this file's changes, by its real path. */
  readonly path?: string;
  /** Only this session's changes. */
  readonly sessionId?: string;
  readonly limit?: number;
}

export interface RewindOptions extends RestoreOptions {
  /** Whose changes are taken back: those of the checkpoint's own session, or everybody's. */
  readonly scope?: "session" | "all";
}

export interface RestoreResult {
  /** False after a dry run, and when a conflict stopped everything. */
  readonly isDone: boolean;
  readonly files: readonly FileRestore[];
  /** How many files a rewind has left alone, and does not name, because the permission rules deny them. */
  readonly withheld?: number;
}

type Kind = "undo" | "redo" | "rewind";

export class ToolkitHistory {
  readonly #workspace: Workspace;
  readonly #session: Session;
  readonly #access: HistoryAccess;

  constructor(workspace: Workspace, session: Session, permissions: SessionPermissions) {
    this.#workspace = workspace;
    this.#session = session;
    this.#access = new HistoryAccess(workspace, permissions);
  }

  /** Changes, newest first. */
  async list({ path, sessionId, limit = 100 }: ListOptions = {}): Promise<readonly TimelineChange[]> {
    const { changes } = await this.#readTimeline();
    const wanted = changes.filter(
      ({ record }) =>
        (path === undefined || record.path === path) &&
        (sessionId === undefined || record.sessionId === sessionId),
    );
    return wanted.toReversed().slice(0, limit);
  }

  /** What a file held before or after a change; undefined when that is not kept. */
  async readContent(change: string, side: "before" | "after"): Promise<Uint8Array | undefined> {
    const { record } = this.#find(await this.#readTimeline(), change);
    const image = record[side];
    return image === null ? undefined : this.#history.readImage(image);
  }

  /** Takes back one change: the named one, or this session's last. */
  async undo(change?: string, options: RestoreOptions = {}): Promise<RestoreResult> {
    const timeline = await this.#readTimeline();
    const found =
      change === undefined ? await this.#findLastUndoable(timeline) : this.#find(timeline, change);
    if (found === undefined) throw refuseNothingTo("undo");
    if (found.state !== "applied") throw refuseNotStanding(found);
    return this.#restore([[found]], "undo", options);
  }

  /** Takes back an undo: the named one, or this session's last. */
  async redo(change?: string, options: RestoreOptions = {}): Promise<RestoreResult> {
    const timeline = await this.#readTimeline();
    const found =
      change === undefined ? findLastUndo(timeline, this.#session.id) : this.#find(timeline, change);
    if (found?.record.undoes === undefined) throw refuseNothingTo("redo");
    if (found.state !== "applied") throw refuseNotStanding(found);
    return this.#restore([[found]], "redo", options);
  }

  /** Marks this moment, to rewind to. */
  checkpoint(label: string = ""): Promise<CheckpointRecord> {
    return this.#history.checkpoint(this.#session.id, label);
  }

  async checkpoints(): Promise<readonly CheckpointRecord[]> {
    return (await this.#readTimeline()).checkpoints;
  }

  /** Takes every change since a checkpoint back, file by file. */
  async rewind(checkpoint: string, options: RewindOptions = {}): Promise<RestoreResult> {
    const timeline = await this.#readTimeline();
    const found = timeline.checkpoints.find(({ id }) => id === checkpoint);
    if (found === undefined) throw refuseUnknown("checkpoint", checkpoint);
    const scope = options.scope ?? "session";
    const byPath = changesSince(timeline, found, scope);
    // Newest first: what was made in a folder goes before the folder.
    const result = await this.#restore([...byPath.values()].toReversed(), "rewind", options);
    const withheld = changesSince({ ...timeline, changes: timeline.withheld }, found, scope).size;
    return withheld === 0 ? result : { ...result, withheld };
  }

  /** Removes what is past its age or beyond the size; also done by itself when work begins. */
  prune(): Promise<void> {
    return this.#history.prune();
  }

  get #history(): History {
    const { history } = this.#workspace;
    if (history !== undefined) return history;
    throw new ToolError("HISTORY_UNAVAILABLE", "This workspace keeps no history: it was switched off.");
  }

  async #readTimeline(): Promise<PartedTimeline> {
    const history = this.#history;
    await this.#workspace.recovered();
    return this.#access.part(await history.readTimeline());
  }

  /** This session's last change, past those that someone has already taken back by hand. */
  async #findLastUndoable(timeline: Timeline): Promise<TimelineChange | undefined> {
    for (const change of findStandingChanges(timeline, this.#session.id).toReversed()) {
      if ((await this.#plan([change.record])).outcome !== "unchanged") return change;
    }
    return undefined;
  }

  #find(timeline: Timeline, change: string): TimelineChange {
    const found = timeline.changes.find(({ record }) => record.id === change);
    if (found === undefined) throw refuseUnknown("change", change);
    return found;
  }

  async #restore(
    files: readonly (readonly TimelineChange[])[],
    kind: Kind,
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    const planned: Planned[] = [];
    for (const changes of files) {
      for (const group of groupForRestore(changes.map(({ record }) => record))) {
        planned.push({ changes: group, plan: await this.#plan(group) });
      }
    }
    const blocked = planned.some(({ plan }) => !isSettled(plan) && findStep(plan, options) === undefined);
    const isStopped = options.dryRun === true || (blocked && options.onConflict !== "skip");
    const results: FileRestore[] = [];
    for (const each of planned) {
      results.push(isStopped ? describe(each, options) : await this.#apply(each, kind, options));
    }
    return { isDone: !isStopped, files: results };
  }

  async #plan(changes: readonly ChangeRecord[]): Promise<RestorePlan> {
    const path = (changes[0] as ChangeRecord).path as RealPath;
    const reason = await this.#access.findRefusal(path);
    if (reason !== undefined) return { outcome: "refused", reason };
    const { fileSystem, content } = this.#workspace;
    const { planRestore } = await import("./mutation/restore-plan.js");
    return planRestore(changes, { fileSystem, content, history: this.#history });
  }

  async #apply(planned: Planned, kind: Kind, options: RestoreOptions): Promise<FileRestore> {
    const { changes } = planned;
    const path = (changes[0] as ChangeRecord).path;
    const { locks, fileSystem, content, mutation } = this.#workspace;
    return locks.run(path, async () => {
      // Once more under the lock: others may have been at it since.
      const plan = await this.#plan(changes);
      const step = findStep(plan, options);
      if (step === undefined) return describe({ changes, plan }, options);
      const undoes = changes.map(({ id }) => id);
      const origin = {
        sessionId: this.#session.id,
        callId: "",
        tool: kind,
        undoes,
        decision: "approved",
      } as const;
      const ground = { ...mutation, fileSystem, content, history: this.#history };
      const { restore } = await import("./mutation/restore.js");
      const { isDone, change } = await restore(
        await this.#access.withOwnFolders(changes),
        step,
        origin,
        ground,
      );
      if (!isDone) {
        return describe(
          {
            changes,
            plan: { outcome: "conflict", reason: "the file has just been changed", merged: undefined },
          },
          options,
        );
      }
      this.#announce(path, undoes, kind, step, change, plan);
      return { ...describe({ changes, plan }, options), ...(change === undefined ? {} : { change }) };
    });
  }

  #announce(
    path: string,
    changes: readonly string[],
    kind: Kind,
    step: RestoreStep,
    change: string | undefined,
    plan: RestorePlan,
  ): void {
    const origin = { sessionId: this.#session.id, callId: "" };
    const { events } = this.#workspace;
    const before = step.kind === "splice" ? step.change.after?.id : step.before?.id;
    const after =
      step.kind === "write" ? step.after.id : step.kind === "splice" ? step.change.before?.id : undefined;
    const patch = { structuredPatch: patchOf(plan) };
    const what = step.kind === "delete" ? "delete" : before === undefined ? "create" : "update";
    events.emit(
      { type: "file-changed", path, tool: kind, kind: what, change, before, after, ...patch },
      origin,
    );
    events.emit({ type: "undo", path, changes, kind }, origin);
  }
}
