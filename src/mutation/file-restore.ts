/** What restoring means for each file, planned or done, in the form that people and programs get. */
import type { ChangeRecord, Image } from "../history/records.js";
import type { Hunk } from "../text/diff/hunks.js";
import type { ReadyStep, RestorePlan, RestoreStep } from "./restore-plan.js";

export interface RestoreOptions {
  /** Returns what would happen, and changes nothing. */
  readonly dryRun?: boolean;
  /** Takes a clean three-way merge where the file has been changed since; without it that is a conflict. */
  readonly merge?: boolean;
  /** "stop" changes nothing at all if one file can't be restored; "skip" leaves only that file out. */
  readonly onConflict?: "stop" | "skip";
}

export interface FileRestore {
  readonly path: string;
  /** The changes that are undone, or whose version is restored, oldest first. */
  readonly changes: readonly string[];
  /** What happened to the file or, if `isApplied` is false, would happen to it. */
  readonly outcome:
    | "restored"
    | "deleted"
    | "merged"
    | "unchanged"
    | "conflict"
    | "unavailable"
    | "refused"
    | "failed";
  /** Whether this call has changed the file, and the change is still in place. */
  readonly isApplied: boolean;
  readonly reason?: string;
  /** For a conflict: whether `merge` would resolve it. */
  readonly isMergeable?: boolean;
  readonly structuredPatch: readonly Hunk[];
  /** The patch was left out, because the patches of this result would be too large together. */
  readonly isPatchOmitted?: true;
  /** The id of the change that restored the file. */
  readonly change?: string;
  /** Another program's version was displaced at that moment. It is kept with `change`. */
  readonly hasDisplaced?: true;
}

/** What a plan says about a file, without its contents. */
export type FileOutlook = Pick<FileRestore, "outcome" | "reason" | "isMergeable"> & {
  /** The content that the file gets; null if it is removed, `undefined` if it stays as it is. */
  readonly goal?: Pick<Image, "id" | "size"> | null;
};

/** Files past this size are restored piece by piece, and not merged. */
export const HELD_BYTES: number = 64 * 1024 * 1024;

/** Changes of a file too large to hold are undone one by one, newest first; all others in one step. */
export function groupForRestore(changes: readonly ChangeRecord[]): (readonly ChangeRecord[])[] {
  const isLarge = changes.some(
    ({ splices, before }) => splices !== undefined && (before?.size ?? 0) > HELD_BYTES,
  );
  return isLarge ? changes.toReversed().map((change) => [change]) : [changes];
}

/** Whether a file can't be restored, and stays as it is. */
export function isBlocked({ outcome }: Pick<FileRestore, "outcome">): boolean {
  return outcome === "conflict" || outcome === "unavailable" || outcome === "refused" || outcome === "failed";
}

export function findStep(plan: RestorePlan, { merge }: RestoreOptions): ReadyStep | undefined {
  if (plan.outcome === "ready") return plan;
  return plan.outcome === "conflict" && merge === true ? plan.merged : undefined;
}

export function outline(plan: RestorePlan, options: RestoreOptions): FileOutlook {
  const step = findStep(plan, options)?.step;
  const goal = step === undefined ? {} : { goal: goalOf(step) };
  switch (plan.outcome) {
    case "ready":
      return { outcome: plan.step.kind === "delete" ? "deleted" : "restored", ...goal };
    case "unchanged":
      return { outcome: "unchanged" };
    case "conflict": {
      const { reason, merged } = plan;
      const outcome = step === undefined ? "conflict" : "merged";
      return { outcome, reason, isMergeable: merged !== undefined, ...goal };
    }
    default:
      return { outcome: plan.outcome, reason: plan.reason };
  }
}

export function goalOf(step: RestoreStep): Pick<Image, "id" | "size"> | null {
  if (step.kind === "delete") return null;
  if (step.kind === "splice") return step.change.before;
  return { id: step.after.id, size: step.after.size };
}
