/** What taking changes back means for each file, planned or done, in the form a person is shown. */
import type { ChangeRecord } from "../history/records.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { RestorePlan, RestoreStep } from "./restore-plan.js";

export interface RestoreOptions {
  /** Says what would happen and does nothing. */
  readonly dryRun?: boolean;
  /** Takes a clean three-way merge where the file has changed since; without it that is a conflict. */
  readonly merge?: boolean;
  /** "stop" does nothing at all when one file is in conflict; "skip" leaves only that file out. */
  readonly onConflict?: "stop" | "skip";
}

export interface FileRestore {
  readonly path: string;
  /** The changes taken back, oldest first. */
  readonly changes: readonly string[];
  readonly outcome: "restored" | "deleted" | "merged" | "unchanged" | "conflict" | "unavailable" | "refused";
  readonly reason?: string;
  /** For a conflict: whether `merge` would resolve it. */
  readonly isMergeable?: boolean;
  /** What happened to the file, or would happen. */
  readonly structuredPatch: readonly Hunk[];
  /** The restoring change's own name in the history. */
  readonly change?: string;
}

export interface Planned {
  readonly changes: readonly ChangeRecord[];
  readonly plan: RestorePlan;
}

/** Files past this size are put back piece by piece, and not merged. */
export const HELD_BYTES: number = 64 * 1024 * 1024;

/** Changes of a file too large to hold are taken back one by one, newest first; all others in one step. */
export function groupForRestore(changes: readonly ChangeRecord[]): (readonly ChangeRecord[])[] {
  const isLarge = changes.some(
    ({ splices, before }) => splices !== undefined && (before?.size ?? 0) > HELD_BYTES,
  );
  return isLarge ? changes.toReversed().map((change) => [change]) : [changes];
}

export function isSettled(plan: RestorePlan): boolean {
  return plan.outcome === "unchanged";
}

export function findStep(plan: RestorePlan, { merge }: RestoreOptions): RestoreStep | undefined {
  if (plan.outcome === "ready") return plan.step;
  return plan.outcome === "conflict" && merge === true ? plan.merged?.step : undefined;
}

export function describe({ changes, plan }: Planned, { merge }: RestoreOptions): FileRestore {
  const common = {
    path: (changes[0] as ChangeRecord).path,
    changes: changes.map(({ id }) => id),
    structuredPatch: patchOf(plan),
  };
  switch (plan.outcome) {
    case "ready":
      return { ...common, outcome: plan.step.kind === "delete" ? "deleted" : "restored" };
    case "unchanged":
      return { ...common, outcome: "unchanged" };
    case "conflict": {
      const isMergeable = plan.merged !== undefined;
      const isMerged = isMergeable && merge === true;
      return { ...common, outcome: isMerged ? "merged" : "conflict", reason: plan.reason, isMergeable };
    }
    default:
      return { ...common, outcome: plan.outcome, reason: plan.reason };
  }
}

export function patchOf(plan: RestorePlan): readonly Hunk[] {
  if (plan.outcome === "ready") return plan.structuredPatch;
  return plan.outcome === "conflict" ? (plan.merged?.structuredPatch ?? []) : [];
}
