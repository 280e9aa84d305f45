/**
 * The history as a person uses it: list, undo, redo, checkpoints, rewind, restore. It is for hosts, never a tool for models.
 * Every step is a compare-and-swap on what the file holds, and itself a change that can be undone.
 */
import type { Attribution, AttributionOptions } from "./attribution/attribution.js";
import { ToolError } from "./errors/tool-error.js";
import { isInside } from "./fs/containment.js";
import type { MaybePromise } from "./fs/file-system.js";
import { guardPath } from "./fs/guard-path.js";
import type { RealPath } from "./fs/paths.js";
import type { History } from "./history/history.js";
import type { ChangeOutline, HistoryReader, IndexedChange } from "./history/history-reader.js";
import type { CheckpointRecord } from "./history/records.js";
import { findApplied, findLastUndo, groupByPath, type TimelineChange } from "./history/timeline.js";
import type { HistoryReport } from "./history/verify.js";
import { HistoryAccess } from "./history-access.js";
import type { RestoreKind } from "./history-events.js";
import { HistoryRestore, type RestoreResult } from "./history-restore.js";
import type { ChangeDiff } from "./mutation/change-diff.js";
import type { RestoreOptions } from "./mutation/file-restore.js";
import { findVersion, undoTargets, type VersionSide, versionTarget } from "./mutation/restore-targets.js";
import { refuseNotApplied, refuseNotUndo, refuseUnknown } from "./mutation/undo-refusals.js";
import type { SessionPermissions } from "./permissions/session-permissions.js";
import type { Session } from "./session/session.js";
import { toRestoreError } from "./tools/translate-failure.js";
import type { Workspace } from "./workspace.js";

export interface ListOptions {
  /** Only this file's changes, by its real path. */
  readonly path?: string;
  /** Only this session's changes. */
  readonly sessionId?: string;
  /** "roots": only changes of files inside the roots; "all" by default. */
  readonly scope?: "roots" | "all";
  /** Only changes for which this returns true. Called before their records are read, newest first, until `limit` is reached. */
  readonly matching?: (change: ChangeOutline) => boolean;
  /** At most so many; 100 by default. */
  readonly limit?: number;
}

export interface RewindOptions extends RestoreOptions {
  /**
   * Whose changes are undone: those of the checkpoint's own session, everybody's inside the roots, or everybody's, where
   * a file outside the roots is refused.
   */
  readonly scope?: "session" | "roots" | "all";
}

export interface VersionOptions extends Pick<RestoreOptions, "dryRun"> {
  /** Which version: the file before or after the change, or what the change displaced of another program's. */
  readonly side: VersionSide;
  /** Which displaced version, oldest first; the newest by default. */
  readonly index?: number;
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
  async list(options: ListOptions = {}): Promise<readonly TimelineChange[]> {
    const { path, sessionId, scope = "all", matching = () => true, limit = 100 } = options;
    const { reader, newestFirst } = await this.#open();
    const isInside = this.#createRootsTest();
    const wanted: IndexedChange[] = [];
    for (const change of newestFirst()) {
      if (wanted.length >= limit) break;
      const isWanted =
        (path === undefined || change.path === path) &&
        (sessionId === undefined || change.sessionId === sessionId) &&
        matching(change);
      if (isWanted && (scope === "all" || (await isInside(change.path)))) wanted.push(change);
    }
    return reader.readChanges(wanted);
  }

  /** How many changes there are, of files inside the roots and of others. */
  async count(): Promise<{ readonly inside: number; readonly outside: number }> {
    const { newestFirst } = await this.#open();
    const isInside = this.#createRootsTest();
    const counts = { inside: 0, outside: 0 };
    for (const { path } of newestFirst()) counts[(await isInside(path)) ? "inside" : "outside"] += 1;
    return counts;
  }

  /**
   * A version of a change's file: before it, after it, or what it displaced of another program's (`index` as in `restore`).
   * `undefined` if there was no file, or the version is not kept whole.
   */
  async readContent(change: string, side: VersionSide, index?: number): Promise<Uint8Array | undefined> {
    const opened = await this.#open();
    const image = findVersion(await findOne(opened, change), side, index);
    return image === null ? undefined : opened.reader.readImage(image);
  }

  /**
   * Puts a version of a change's file back, whatever the file holds now. That is a change like any other: `undo` takes it back.
   * "before" a file was created means that it is removed. Rejects if the change is unknown or displaced nothing.
   */
  restore(change: string, { side, index, ...options }: VersionOptions): Promise<RestoreResult> {
    return this.#keeping("restore", options, async () => {
      const target = versionTarget(await findOne(await this.#open(), change), side, index);
      return this.#getRestore().restore([target], "restore", options);
    });
  }

  /** What changes did to their files, one for each, in their order. */
  async diffs(changes: readonly string[]): Promise<readonly ChangeDiff[]> {
    const found = await findAll(await this.#open(), changes);
    const byId = new Map(found.map(({ record }) => [record.id, record]));
    const records = changes.flatMap((change) => byId.get(change) ?? []);
    const { diffChanges } = await import("./mutation/change-diff.js");
    return diffChanges(records, { fileSystem: this.#workspace.fileSystem, history: this.#history });
  }

  /** How much of the present files came through the tools, and how much from elsewhere. */
  async attribution({ since, paths }: AttributionOptions = {}): Promise<Attribution> {
    const { reader, newestFirst, isShown } = await this.#open();
    const changes = (await reader.readChanges([...newestFirst()])).toReversed();
    const hidden = [...reader.newestFirst()].filter(({ path }) => !isShown(path));
    const withheld = (await reader.readChanges(hidden)).toReversed();
    const { content, roots, environment, surroundings, sandboxing } = this.#workspace;
    const fileSystem = await this.#access.judgeReads();
    const wanted: RealPath[] = [];
    for (const path of paths ?? []) {
      wanted.push((await fileSystem.resolve(guardPath(path, surroundings))).realPath);
    }
    const ground = {
      fileSystem,
      content,
      roots,
      environment,
      sandboxing,
      reader,
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
  async undo(change?: string | readonly string[], options: RestoreOptions = {}): Promise<RestoreResult> {
    return this.#keeping("undo", options, async () => {
      const opened = await this.#open();
      const found =
        change === undefined ? await this.#findLastUndoable(opened) : await findAll(opened, namesOf(change));
      return this.#undoApplied(found, "undo", options);
    });
  }

  /** Redoes the named undos together, or this session's last one; otherwise like `undo`. */
  async redo(change?: string | readonly string[], options: RestoreOptions = {}): Promise<RestoreResult> {
    return this.#keeping("redo", options, () => this.#redo(change, options));
  }

  async #redo(
    change: string | readonly string[] | undefined,
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    const opened = await this.#open();
    const last = change === undefined ? findLastUndo(opened.newestFirst(), this.#session.id)?.id : change;
    const found = last === undefined ? [] : await findAll(opened, namesOf(last));
    const other = found.find(({ record }) => record.undoes === undefined);
    if (other !== undefined) throw refuseNotUndo(other);
    return this.#undoApplied(found, "redo", options);
  }

  /** Marks this moment, to rewind to. */
  checkpoint(label: string = ""): Promise<CheckpointRecord> {
    return this.#history.checkpoint(this.#session.id, label);
  }

  async checkpoints(): Promise<readonly CheckpointRecord[]> {
    const { reader } = await this.#open();
    const found = [...reader.others()].filter((record) => record.kind === "checkpoint");
    return found.toSorted((left, right) => left.seq - right.seq);
  }

  /** Undoes every change since a checkpoint, or since a change, which itself stays; in all files or in none. */
  async rewind(checkpoint: string, options: RewindOptions = {}): Promise<RestoreResult> {
    return this.#keeping("rewind", options, () => this.#rewind(checkpoint, options));
  }

  async #rewind(checkpoint: string, options: RewindOptions): Promise<RestoreResult> {
    const { reader, isShown, newestFirst } = await this.#open();
    const isMeant = ({ id }: { readonly id: string }): boolean => id === checkpoint;
    const found =
      [...reader.others()].find((record) => record.kind === "checkpoint" && isMeant(record)) ??
      [...newestFirst()].find(isMeant);
    if (found === undefined || !("sessionId" in found)) throw refuseUnknown("checkpoint", checkpoint);
    const scope = options.scope ?? "session";
    const since: IndexedChange[] = [];
    for (const change of reader.newestFirst()) {
      if (change.seq <= found.seq) break;
      const isInScope = scope !== "session" || change.sessionId === found.sessionId;
      if (isInScope && change.state !== "failed") since.push(change);
    }
    const isInside = this.#createRootsTest();
    const inside: IndexedChange[] = [];
    for (const change of since) if (scope !== "roots" || (await isInside(change.path))) inside.push(change);
    const shown = await reader.readChanges(inside.filter(({ path }) => isShown(path)).toReversed());
    // Newest first: what was made in a folder goes before the folder.
    const files = [...groupByPath(shown).values()].toReversed();
    const result = await this.#getRestore().restore(files.flatMap(undoTargets), "rewind", options);
    const withheld = new Set(inside.map(({ path }) => path).filter((path) => !isShown(path))).size;
    return withheld === 0 ? result : { ...result, withheld };
  }

  /** Reads the whole history, of all projects, and reports every record and content that is damaged. */
  verify(): Promise<HistoryReport> {
    return this.#history.verify();
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

  /** Changes of a file that is denied by now are as unknown as if they had never been. */
  async #open(): Promise<OpenHistory> {
    const history = this.#history;
    await this.#workspace.recovered();
    const reader = await history.openReader();
    const isShown = await this.#access.createShowFilter();
    const newestFirst = function* (): Generator<IndexedChange> {
      for (const change of reader.newestFirst()) if (isShown(change.path)) yield change;
    };
    return { reader, isShown, newestFirst };
  }

  /** Nothing is removed while a restore runs, nor between its dry run and itself. */
  async #keeping(
    verb: RestoreKind,
    options: RestoreOptions,
    action: () => Promise<RestoreResult>,
  ): Promise<RestoreResult> {
    const history = this.#history;
    return withSentences(verb, async () => {
      if (options.dryRun === true) await history.keepForPlan();
      return history.keeping(action);
    });
  }

  #getRestore(): HistoryRestore {
    return new HistoryRestore({
      workspace: this.#workspace,
      session: this.#session,
      access: this.#access,
      history: this.#history,
    });
  }

  async #undoApplied(
    changes: readonly TimelineChange[],
    kind: "undo" | "redo",
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    const other = changes.find(({ state }) => state !== "applied");
    if (other !== undefined) throw refuseNotApplied(other);
    const files = [...groupByPath(changes).values()].toReversed();
    return this.#getRestore().restore(files.flatMap(undoTargets), kind, options);
  }

  /** Asks once for each path. */
  #createRootsTest(): (path: string) => MaybePromise<boolean> {
    const known = new Map<string, MaybePromise<boolean>>();
    return (path) => {
      const isInside = known.get(path) ?? this.#workspace.roots.contains(path as RealPath);
      known.set(path, isInside);
      return isInside;
    };
  }

  /** This session's last change, past those that someone has already undone by hand; none if there is none. */
  async #findLastUndoable({ reader, newestFirst }: OpenHistory): Promise<readonly TimelineChange[]> {
    const restore = this.#getRestore();
    for (const indexed of findApplied(newestFirst(), this.#session.id)) {
      for (const change of await reader.readChanges([indexed])) {
        for (const target of undoTargets([change])) {
          if ((await restore.plan(target)).outcome !== "unchanged") return [change];
        }
      }
    }
    return [];
  }
}

/** The history at one moment, as far as the rules let it be shown. */
interface OpenHistory {
  readonly reader: HistoryReader;
  readonly isShown: (path: string) => boolean;
  readonly newestFirst: () => Generator<IndexedChange>;
}

function namesOf(changes: string | readonly string[]): readonly string[] {
  return typeof changes === "string" ? [changes] : changes;
}

/** In the order in which they were made, each once. Throws if one is unknown. */
async function findAll(
  { reader, newestFirst }: OpenHistory,
  changes: readonly string[],
): Promise<readonly TimelineChange[]> {
  const unfound = new Set(changes);
  const found: IndexedChange[] = [];
  for (const change of newestFirst()) {
    if (unfound.size === 0) break;
    if (unfound.delete(change.id)) found.push(change);
  }
  const read = await reader.readChanges(found.toReversed());
  const [unknown = found.length === read.length ? undefined : found[0]?.id] = unfound;
  if (unknown !== undefined) throw refuseUnknown("change", unknown);
  return read;
}

async function findOne(opened: OpenHistory, change: string): Promise<TimelineChange> {
  const [found] = await findAll(opened, [change]);
  if (found === undefined) throw refuseUnknown("change", change);
  return found;
}

/** Failures of the disk and of locks become a sentence with a next action. */
async function withSentences<T>(kind: RestoreKind, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    throw toRestoreError(cause, kind) ?? cause;
  }
}
