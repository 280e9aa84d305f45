/**
 * Takes changes back: plans all files first, so that one that is in the way stops everything before anything is touched,
 * then each under its lock. Every step is a compare-and-swap on what the last of the changes left behind.
 */
import { ContentVersion } from "./content/content-version.js";
import type { RealPath } from "./fs/paths.js";
import type { History } from "./history/history.js";
import type { HistoryReader } from "./history/history-reader.js";
import type { ChangeRecord, Image } from "./history/records.js";
import type { TimelineChange } from "./history/timeline.js";
import type { HistoryAccess } from "./history-access.js";
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
import { ChangedContent } from "./notify/changed-content.js";
import type { Session } from "./session/session.js";
import { decodePlainText } from "./text/plain-text.js";
import type { Workspace } from "./workspace.js";

export interface RestoreResult {
  /** False after a dry run, when a conflict stopped everything, and, with no `files`, when there was nothing to do. */
  readonly isDone: boolean;
  readonly files: readonly FileRestore[];
  /** How many files a rewind has left alone, and does not name, because the permission rules deny them. */
  readonly withheld?: number;
}

type Kind = "undo" | "redo" | "rewind";

export interface RestoreStand {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly access: HistoryAccess;
  readonly history: History;
}

export class HistoryRestore {
  readonly #stand: RestoreStand;
  #reader: Promise<HistoryReader> | undefined;

  constructor(stand: RestoreStand) {
    this.#stand = stand;
  }

  /** `files` are the changes of one file each, oldest first. */
  async restore(
    files: readonly (readonly TimelineChange[])[],
    kind: Kind,
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    const planned: Planned[] = [];
    for (const changes of files) {
      for (const group of groupForRestore(changes.map(({ record }) => record))) {
        planned.push({ changes: group, plan: await this.plan(group) });
      }
    }
    const blocked = planned.some(({ plan }) => !isSettled(plan) && findStep(plan, options) === undefined);
    const isStopped = options.dryRun === true || (blocked && options.onConflict !== "skip");
    const step = this.#stand.workspace.mutation.randomName();
    const results: FileRestore[] = [];
    for (const each of planned) {
      results.push(isStopped ? describe(each, options) : await this.#apply(each, { kind, step }, options));
    }
    return { isDone: !isStopped, files: results };
  }

  /** What the changes have kept was there before they could be named; what is written meanwhile is not asked for. */
  readonly #getReader = (): Promise<HistoryReader> => (this.#reader ??= this.#stand.history.openReader());

  async plan(changes: readonly ChangeRecord[]): Promise<RestorePlan> {
    const path = (changes[0] as ChangeRecord).path as RealPath;
    const reason = await this.#stand.access.findRefusal(path);
    if (reason !== undefined) return { outcome: "refused", reason };
    const { fileSystem, content } = this.#stand.workspace;
    const { planRestore } = await import("./mutation/restore-plan.js");
    const { history } = this.#stand;
    return planRestore(changes, { fileSystem, content, history, reader: this.#getReader });
  }

  async #apply(
    planned: Planned,
    { kind, step: name }: { readonly kind: Kind; readonly step: string },
    options: RestoreOptions,
  ): Promise<FileRestore> {
    const { changes } = planned;
    const path = (changes[0] as ChangeRecord).path;
    const { locks, fileSystem, content, mutation } = this.#stand.workspace;
    return locks.run(path, async () => {
      // Once more under the lock: others may have been at it since.
      const plan = await this.plan(changes);
      const step = findStep(plan, options);
      if (step === undefined) return describe({ changes, plan }, options);
      const undoes = changes.map(({ id }) => id);
      const { session } = this.#stand;
      const origin = {
        sessionId: session.id,
        callId: "",
        tool: kind,
        undoes,
        step: name,
        decision: "approved",
        ...(session.name === undefined ? {} : { client: session.name }),
      } as const;
      const { history } = this.#stand;
      const ground = { ...mutation, fileSystem, content, history, reader: this.#getReader };
      const { restore } = await import("./mutation/restore.js");
      const { isDone, change } = await restore(
        await this.#stand.access.withOwnFolders(changes),
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
      // Whether it is one must be known when it is told; that the host's list of them is invalid keeps nobody from undoing.
      const { memoryFiles } = this.#stand.workspace.listeners;
      await Promise.resolve(memoryFiles.includes({ path, realPath: path })).catch(() => false);
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
    const origin = { sessionId: this.#stand.session.id, callId: "" };
    const { events, listeners } = this.#stand.workspace;
    const before = step.kind === "splice" ? step.change.after : step.before;
    const after =
      step.kind === "write" ? step.after : step.kind === "splice" ? step.change.before : undefined;
    const patch = { structuredPatch: patchOf(plan) };
    const what = step.kind === "delete" ? "delete" : before === undefined ? "create" : "update";
    events.emit(
      {
        type: "file-changed",
        path,
        tool: kind,
        kind: what,
        change,
        before: contentOf(before),
        after: contentOf(after),
        ...patch,
        decision: "approved",
      },
      origin,
    );
    const named = { path, realPath: path };
    for (const event of listeners.memoryEventsOf(named, kind, change)) events.emit(event, origin);
    events.emit({ type: "undo", path, changes, kind }, origin);
  }
}

/** Text where it is plain UTF-8; anything else would have to be looked into for longer than an announcement may take. */
function contentOf(content: ContentVersion | Image | null | undefined): ChangedContent | undefined {
  if (content === null || content === undefined) return undefined;
  const bytes = content instanceof ContentVersion ? content.bytes : undefined;
  return new ChangedContent(content, bytes && (() => decodePlainText(bytes)));
}
