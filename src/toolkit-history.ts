/**
 * The history as a person uses it: what happened, undo, redo, checkpoints, rewind. It is for hosts, never a tool of the
 * model's. Every step is a compare-and-swap on what the undone change left behind, and itself a change that can be undone.
 */
import type { Attribution, AttributionOptions } from "./attribution/attribution.js";
import { ToolError } from "./errors/tool-error.js";
import { isInside } from "./fs/containment.js";
import { guardPath } from "./fs/guard-path.js";
import type { RealPath } from "./fs/paths.js";
import type { History } from "./history/history.js";
import type { CheckpointRecord } from "./history/records.js";
import {
  changesSince,
  findLastUndo,
  findStandingChanges,
  groupByPath,
  type Timeline,
  type TimelineChange,
} from "./history/timeline.js";
import { HistoryAccess, type PartedTimeline } from "./history-access.js";
import { HistoryRestore, type RestoreResult } from "./history-restore.js";
import type { ChangeDiff } from "./mutation/change-diff.js";
import type { RestoreOptions } from "./mutation/file-restore.js";
import { refuseNotStanding, refuseNotUndo, refuseUnknown } from "./mutation/undo-refusals.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import type { Session } from "./session/session.js";
import { toRestoreError } from "./tools/translate-failure.js";
import type { Workspace } from "./workspace.js";

export interface ListOptions {
  /** Only this file's changes, by its real path. */
  readonly path?: string;
  /** Only this session's changes. */
  readonly sessionId?: string;
  readonly limit?: number;
}

export interface RewindOptions extends RestoreOptions {
  /**
   * Whose changes are taken back: those of the checkpoint's own session, everybody's inside the roots, or everybody's,
   * where one outside the roots is in the way as a conflict would be.
   */
  readonly scope?: "session" | "roots" | "all";
}

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

  /** What changes did to their files, one for each, in their order. */
  async diffs(changes: readonly string[]): Promise<readonly ChangeDiff[]> {
    const timeline = await this.#readTimeline();
    const records = changes.map((change) => this.#find(timeline, change).record);
    const { diffChanges } = await import("./mutation/change-diff.js");
    return diffChanges(records, { fileSystem: this.#workspace.fileSystem, history: this.#history });
  }

  /** How much of the present files came through the tools, and how much from elsewhere. */
  async attribution({ since, paths }: AttributionOptions = {}): Promise<Attribution> {
    const { changes, withheld } = await this.#readTimeline();
    const { fileSystem, content, roots, environment, surroundings } = this.#workspace;
    const wanted: RealPath[] = [];
    for (const path of paths ?? []) {
      wanted.push((await fileSystem.resolve(guardPath(path, surroundings))).realPath);
    }
    const ground = {
      fileSystem,
      content,
      roots,
      environment,
      history: this.#history,
      files: await this.#history.store.readAll(),
      mayRead: await this.#access.createReadFilter(),
      isWanted: (path: RealPath) => paths === undefined || wanted.some((each) => isInside(path, each)),
    };
    const { createAttribution } = await import("./attribution/create-attribution.js");
    return createAttribution({ since, changes, withheld }, ground);
  }

  /**
   * Undoes the named changes together, all of them or none; without a name, this session's last one. If there is nothing to
   * undo, resolves with `{ isDone: false, files: [] }`. Rejects for a change that is unknown or already undone.
   */
  undo(change?: string | readonly string[], options: RestoreOptions = {}): Promise<RestoreResult> {
    return withSentences("undo", async () => {
      const timeline = await this.#readTimeline();
      const found =
        change === undefined ? await this.#findLastUndoable(timeline) : this.#findAll(timeline, change);
      return this.#restoreStanding(found, "undo", options);
    });
  }

  /** Redoes the named undos together, or this session's last one; otherwise like `undo`. */
  redo(change?: string | readonly string[], options: RestoreOptions = {}): Promise<RestoreResult> {
    return withSentences("redo", async () => {
      const timeline = await this.#readTimeline();
      const found =
        change === undefined
          ? [findLastUndo(timeline, this.#session.id)].filter((last) => last !== undefined)
          : this.#findAll(timeline, change);
      const other = found.find(({ record }) => record.undoes === undefined);
      if (other !== undefined) throw refuseNotUndo(other);
      return this.#restoreStanding(found, "redo", options);
    });
  }

  /** Marks this moment, to rewind to. */
  checkpoint(label: string = ""): Promise<CheckpointRecord> {
    return this.#history.checkpoint(this.#session.id, label);
  }

  async checkpoints(): Promise<readonly CheckpointRecord[]> {
    return (await this.#readTimeline()).checkpoints;
  }

  /** Takes every change since a checkpoint back, file by file; or since a change, which itself stays. */
  rewind(checkpoint: string, options: RewindOptions = {}): Promise<RestoreResult> {
    return withSentences("rewind", () => this.#rewind(checkpoint, options));
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

  #getRestore(): HistoryRestore {
    return new HistoryRestore({
      workspace: this.#workspace,
      session: this.#session,
      access: this.#access,
      history: this.#history,
    });
  }

  async #rewind(checkpoint: string, options: RewindOptions): Promise<RestoreResult> {
    const timeline = await this.#readTimeline();
    const found =
      timeline.checkpoints.find(({ id }) => id === checkpoint) ??
      timeline.changes.find(({ record }) => record.id === checkpoint)?.record;
    if (found === undefined) throw refuseUnknown("checkpoint", checkpoint);
    const scope = options.scope ?? "session";
    const since = (changes: readonly TimelineChange[]): Promise<TimelineChange[][]> =>
      this.#within(scope, changesSince({ ...timeline, changes }, found, scope));
    // Newest first: what was made in a folder goes before the folder.
    const files = (await since(timeline.changes)).toReversed();
    const result = await this.#getRestore().restore(files, "rewind", options);
    const withheld = (await since(timeline.withheld)).length;
    return withheld === 0 ? result : { ...result, withheld };
  }

  async #restoreStanding(
    changes: readonly TimelineChange[],
    kind: "undo" | "redo",
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    if (changes.length === 0) return { isDone: false, files: [] };
    const fallen = changes.find(({ state }) => state !== "applied");
    if (fallen !== undefined) throw refuseNotStanding(fallen);
    return this.#getRestore().restore([...groupByPath(changes).values()].toReversed(), kind, options);
  }

  /** The files that a rewind is about. */
  async #within(
    scope: RewindOptions["scope"],
    byPath: ReadonlyMap<string, TimelineChange[]>,
  ): Promise<TimelineChange[][]> {
    const files: TimelineChange[][] = [];
    for (const [path, changes] of byPath) {
      if (scope !== "roots" || (await this.#workspace.roots.contains(path as RealPath))) files.push(changes);
    }
    return files;
  }

  /** This session's last change, past those that someone has already taken back by hand; none if there is none. */
  async #findLastUndoable(timeline: Timeline): Promise<readonly TimelineChange[]> {
    const restore = this.#getRestore();
    for (const change of findStandingChanges(timeline, this.#session.id).toReversed()) {
      if ((await restore.plan([change.record])).outcome !== "unchanged") return [change];
    }
    return [];
  }

  /** In the order in which they were made, each once. */
  #findAll(timeline: Timeline, changes: string | readonly string[]): readonly TimelineChange[] {
    const unfound = new Set(typeof changes === "string" ? [changes] : changes);
    const found = timeline.changes.filter(({ record }) => unfound.delete(record.id));
    const [unknown] = unfound;
    if (unknown !== undefined) throw refuseUnknown("change", unknown);
    return found;
  }

  #find(timeline: Timeline, change: string): TimelineChange {
    const found = timeline.changes.find(({ record }) => record.id === change);
    if (found === undefined) throw refuseUnknown("change", change);
    return found;
  }
}

/** Failures of the disk and of locks become a sentence with a next action. */
async function withSentences<T>(kind: "undo" | "redo" | "rewind", run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw toRestoreError(cause, kind) ?? cause;
  }
}
