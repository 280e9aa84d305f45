/**
 * Restores files from the history: undo, redo, rewind, or one kept version. All files are planned under their locks before the
 * first one is touched; then all of them change, or none. Contents are held for one file at a time.
 */
import type { FileStat } from "./fs/file-system.js";
import type { RealPath } from "./fs/paths.js";
import type { History } from "./history/history.js";
import type { HistoryReader } from "./history/history-reader.js";
import type { ChangeRecord } from "./history/records.js";
import type { HistoryAccess } from "./history-access.js";
import { RestoreEvents, type RestoreKind } from "./history-events.js";
import type { GroupPart, PartOutcome } from "./mutation/commit-group.js";
import {
  type FileOutlook,
  type FileRestore,
  findStep,
  goalOf,
  isBlocked,
  outline,
  type RestoreOptions,
} from "./mutation/file-restore.js";
import { type KeptPatch, omitted, PatchBudget } from "./mutation/patch-budget.js";
import type { RestoreDeps, RestorePlan } from "./mutation/restore-plan.js";
import type { RestoreTarget } from "./mutation/restore-targets.js";
import type { Session } from "./session/session.js";
import type { Workspace } from "./workspace.js";

export interface RestoreResult {
  /**
   * Whether every file is restored, or already was. False if one of them was left out, after a dry run, and if there was
   * nothing to do. Each file's `isApplied` says whether it was changed.
   */
  readonly isDone: boolean;
  readonly files: readonly FileRestore[];
  /** How many files a rewind has left out, and does not name, because permission rules deny reading them. */
  readonly withheld?: number;
}

export interface HistoryRestoreDeps {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly access: HistoryAccess;
  readonly history: History;
}

interface PlannedTarget {
  readonly target: RestoreTarget;
  readonly outlook: FileOutlook;
  readonly patch: KeptPatch;
}

interface JudgedPlan {
  readonly plan: RestorePlan;
  /** The stat by which the plan was permitted. */
  readonly judged: FileStat | undefined;
}

const nothingPlanned: KeptPatch = { structuredPatch: [] };

export class HistoryRestore {
  readonly #deps: HistoryRestoreDeps;
  readonly #events: RestoreEvents;
  #reader: Promise<HistoryReader> | undefined;

  constructor(deps: HistoryRestoreDeps) {
    this.#deps = deps;
    this.#events = new RestoreEvents(deps.workspace, deps.session);
  }

  async restore(
    targets: readonly RestoreTarget[],
    kind: RestoreKind,
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    if (targets.length === 0) return { isDone: false, files: [] };
    if (options.dryRun === true) return toResult(await this.#planAll(targets, options, new PatchBudget()));
    const { locks } = this.#deps.workspace;
    return locks.runAll(targets.map(pathOf), async () => {
      const planned = await this.#planAll(targets, options);
      const hasBlocked = planned.some(({ outlook }) => isBlocked(outlook));
      if (hasBlocked && options.onConflict !== "skip")
        return toResult(await this.#planAll(targets, options, new PatchBudget()));
      return this.#applyAll(planned, kind, options);
    });
  }

  /** What a target would do to its file, by today's rules. */
  async plan(target: RestoreTarget, expected?: FileOutlook["goal"]): Promise<RestorePlan> {
    return (await this.#judgeAndPlan(target, expected)).plan;
  }

  async #judgeAndPlan(target: RestoreTarget, expected?: FileOutlook["goal"]): Promise<JudgedPlan> {
    const judgement = await this.#deps.access.judgeRestore(pathOf(target));
    const { refusal: reason } = judgement;
    if (reason !== undefined) return { plan: { outcome: "refused", reason }, judged: undefined };
    const { judged } = judgement;
    return { plan: await target.plan({ ...this.#getRestoreDeps(), judged }, expected), judged };
  }

  /** Keeps no contents, and patches only within a budget. */
  async #planAll(
    targets: readonly RestoreTarget[],
    options: RestoreOptions,
    budget?: PatchBudget,
  ): Promise<readonly PlannedTarget[]> {
    const goals = new Map<string, FileOutlook["goal"]>();
    const planned: PlannedTarget[] = [];
    for (const target of targets) {
      const path = pathOf(target);
      const plan = await this.plan(target, goals.get(path));
      const outlook = outline(plan, options);
      goals.set(path, outlook.goal);
      const step = findStep(plan, { merge: true });
      const patch =
        step === undefined || budget === undefined ? nothingPlanned : await budget.keep(step.diff);
      planned.push({ target, outlook, patch });
    }
    return planned;
  }

  async #applyAll(
    planned: readonly PlannedTarget[],
    kind: RestoreKind,
    options: RestoreOptions,
  ): Promise<RestoreResult> {
    const budget = new PatchBudget();
    const files = new Map<PlannedTarget, FileRestore>();
    const parts = new Map<PlannedTarget, GroupPart>();
    for (const each of planned) {
      files.set(each, describe({ ...each, patch: each.outlook.goal === undefined ? each.patch : omitted }));
      if (each.outlook.goal === undefined) continue;
      const apply = async (step: string): Promise<PartOutcome> => {
        const applied = await this.#apply(each, { kind, step }, options, budget);
        if (applied.isDone) files.set(each, applied.file);
        return applied;
      };
      parts.set(each, { path: pathOf(each.target), apply });
    }
    const { commitGroup } = await import("./mutation/commit-group.js");
    const groupOptions = {
      onFailure: options.onConflict === "skip" ? "continue" : "roll-back",
      onRolledBack: this.#events.emitRolledBack,
    } as const;
    const outcomes = await commitGroup([...parts.values()], groupOptions, this.#getGroupDeps());
    for (const [index, each] of [...parts.keys()].entries()) {
      files.set(each, settle(files.get(each) as FileRestore, outcomes[index] as PartOutcome));
    }
    const results = [...files.values()];
    for (const file of results) if (file.isApplied) this.#events.emitUndo(file, kind);
    return {
      isDone: results.every((file) => file.isApplied || file.outcome === "unchanged"),
      files: results,
    };
  }

  /** Reads the contents again: the plan has only kept their ids. */
  async #apply(
    planned: PlannedTarget,
    { kind, step: name }: { readonly kind: RestoreKind; readonly step: string },
    options: RestoreOptions,
    budget: PatchBudget,
  ): Promise<(PartOutcome & { isDone: true; file: FileRestore }) | (PartOutcome & { isDone: false })> {
    const { target, outlook } = planned;
    const { changes } = target;
    const { plan, judged } = await this.#judgeAndPlan(target);
    const ready = findStep(plan, options);
    if (ready === undefined || goalOf(ready.step)?.id !== outlook.goal?.id) return changedMeanwhile;
    const patch = await budget.keep(ready.diff);
    const { session, access } = this.#deps;
    const origin = {
      sessionId: session.id,
      callId: "",
      tool: kind,
      decision: "approved",
      ...(kind === "restore" ? {} : { undoes: changes.map(({ id }) => id), step: name }),
      ...(session.name === undefined ? {} : { client: session.name }),
      ...(session.agent === undefined ? {} : { agent: session.agent }),
    } as const;
    const { restore } = await import("./mutation/restore.js");
    const undone = await access.withOwnFolders(changes);
    const restored = await restore(undone, ready.step, origin, { ...this.#getGroupDeps(), judged });
    if (!restored.isDone) return changedMeanwhile;
    const { change, hasDisplaced } = restored;
    await this.#events.emitChanged(pathOf(target), ready.step, { kind, change, patch });
    const file = {
      ...describe({ target, outlook, patch }),
      ...(change === undefined ? {} : { change }),
      ...(hasDisplaced ? ({ hasDisplaced } as const) : {}),
    };
    return { isDone: true, change, file };
  }

  #getRestoreDeps(): RestoreDeps {
    const { fileSystem, content } = this.#deps.workspace;
    const { history } = this.#deps;
    // What the changes need was kept before they could be named; nothing younger is asked for.
    const reader = (): Promise<HistoryReader> => (this.#reader ??= history.openReader());
    return { fileSystem, content, history, reader };
  }

  #getGroupDeps(): RestoreDeps & Workspace["mutation"] & { readonly history: History } {
    return { ...this.#deps.workspace.mutation, ...this.#getRestoreDeps() };
  }
}

const changedMeanwhile = {
  isDone: false,
  outcome: "conflict",
  reason: "the file has just been changed",
} as const;

function pathOf({ changes }: RestoreTarget): RealPath {
  return (changes[0] as ChangeRecord).path as RealPath;
}

function describe({ target, outlook, patch }: PlannedTarget): FileRestore {
  const { goal: _, ...rest } = outlook;
  const changes = target.changes.map(({ id }) => id);
  return { path: pathOf(target), changes, ...rest, isApplied: false, ...patch };
}

/** The plan of a file, as a result in which nothing was touched. */
function toResult(planned: readonly PlannedTarget[]): RestoreResult {
  return { isDone: false, files: planned.map(describe) };
}

function settle(file: FileRestore, outcome: PartOutcome): FileRestore {
  if (outcome.isDone) {
    const { reason } = outcome;
    return { ...file, isApplied: true, ...(reason === undefined ? {} : { reason }) };
  }
  const { change: _, hasDisplaced: __, ...planned } = file;
  return outcome.outcome === "abandoned"
    ? planned
    : { ...planned, outcome: outcome.outcome, reason: outcome.reason };
}
