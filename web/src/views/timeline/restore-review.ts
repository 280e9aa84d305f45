/**
 * The preview of a restore, and what a person has decided about files in the way. The server is asked to change nothing while
 * one of them is undecided.
 */
import type { RestoreRequest } from "../../../../src/console/contract.js";
import type { RestoreResult } from "../../../../src/history-restore.js";
import type { FileRestore } from "../../../../src/mutation/file-restore.js";
import { plural } from "../../../../src/text/quantities.js";

/** What is to be done, without how. */
export type RestoreGoal =
  | { readonly kind: "undo" | "redo"; readonly changes: readonly string[] }
  | { readonly kind: "rewind"; readonly to: string; readonly scope: "session" | "roots" }
  | { readonly kind: "restore"; readonly change: string; readonly side: "displaced" };

export interface Decisions {
  /** About files that have been changed since in other lines. */
  readonly mergeable: "undecided" | "merge" | "skip";
  /** About all others that are in the way. */
  readonly blocked: "undecided" | "skip";
}

export const undecided: Decisions = { mergeable: "undecided", blocked: "undecided" };

export interface Review {
  /** In the way, and a merge would be clean. */
  readonly mergeable: readonly FileRestore[];
  /** In the way, and nothing can be done but to leave them alone. */
  readonly blocked: readonly FileRestore[];
  /** What is changed on disk, as decided so far. */
  readonly changing: readonly FileRestore[];
  readonly unchanged: readonly FileRestore[];
  readonly isDecided: boolean;
}

/** `plan` is the answer to a dry run without `merge`, so that what could be merged is told apart. */
export function reviewPlan({ files }: RestoreResult, decisions: Decisions): Review {
  const inTheWay = files.filter(isInTheWay);
  const mergeable = inTheWay.filter(({ isMergeable }) => isMergeable === true);
  const blocked = inTheWay.filter(({ isMergeable }) => isMergeable !== true);
  const ready = files.filter((file) => !isInTheWay(file) && file.outcome !== "unchanged");
  return {
    mergeable,
    blocked,
    changing:
      decisions.mergeable === "merge"
        ? files.filter((file) => ready.includes(file) || mergeable.includes(file))
        : ready,
    unchanged: files.filter(({ outcome }) => outcome === "unchanged"),
    isDecided:
      (mergeable.length === 0 || decisions.mergeable !== "undecided") &&
      (blocked.length === 0 || decisions.blocked !== "undecided"),
  };
}

export function isInTheWay({ outcome }: FileRestore): boolean {
  return ["conflict", "unavailable", "refused", "failed"].includes(outcome);
}

export function askForPlan(goal: RestoreGoal): RestoreRequest {
  return { ...goal, dryRun: true };
}

/** Only what someone has decided to leave out is left out: whatever else is in the way by then stops everything. */
export function askToDo(goal: RestoreGoal, review: Review, decisions: Decisions): RestoreRequest {
  if (!review.isDecided) throw new Error("Something in the way is undecided.");
  const isSkipping =
    review.blocked.length > 0 || (review.mergeable.length > 0 && decisions.mergeable === "skip");
  return {
    ...goal,
    dryRun: false,
    merge: review.mergeable.length > 0 && decisions.mergeable === "merge",
    onConflict: isSkipping ? "skip" : "stop",
  };
}

/** Whether two plans say the same of the same files, so that what is done is what was looked at. */
export function isSamePlan(left: RestoreResult, right: RestoreResult): boolean {
  return JSON.stringify([left.files, left.withheld]) === JSON.stringify([right.files, right.withheld]);
}

/** What takes a step back that was just taken; undefined if it changed nothing. */
export function findWayBack(goal: RestoreGoal, { files }: RestoreResult): RestoreGoal | undefined {
  const changes = files.flatMap(({ change }) => change ?? []);
  if (changes.length === 0) return undefined;
  return { kind: goal.kind === "undo" || goal.kind === "rewind" ? "redo" : "undo", changes };
}

const planned: Readonly<Record<FileRestore["outcome"], string>> = {
  restored: "will be restored",
  deleted: "will be deleted",
  merged: "will be merged",
  unchanged: "already restored",
  conflict: "conflict",
  unavailable: "can't be restored",
  refused: "refused",
  failed: "failed",
};

const done: Readonly<Record<FileRestore["outcome"], string>> = {
  restored: "restored",
  deleted: "deleted",
  merged: "merged",
  unchanged: "already restored",
  conflict: "left alone, conflict",
  unavailable: "left alone, can't be restored",
  refused: "left alone, refused",
  failed: "left alone, failed",
};

/** What will become of a file, as decided so far. */
export function describePlanned(file: FileRestore, decisions: Decisions): string {
  if (!isInTheWay(file)) return planned[file.outcome];
  const decision = file.isMergeable === true ? decisions.mergeable : decisions.blocked;
  if (decision === "merge") return planned.merged;
  return decision === "skip" ? "will be left alone" : planned[file.outcome];
}

export function describeDone(file: FileRestore): string {
  const isLeft = !file.isApplied && !isInTheWay(file) && file.outcome !== "unchanged";
  return isLeft ? "left alone" : done[file.outcome];
}

/** What to do about a file that is in the way, in a sentence. */
export function adviseOn({ outcome, isMergeable }: FileRestore): string {
  if (outcome === "refused" || outcome === "failed") return "It stays as it is.";
  if (outcome === "unavailable") return "Its former content is not kept; it stays as it is.";
  return isMergeable === true
    ? "What was done since is in other lines: a merge keeps it and undoes the change."
    : "What was done since overlaps with it: undo that first, or edit the file by hand.";
}

export const verbs: Readonly<Record<RestoreGoal["kind"], string>> = {
  undo: "Undo",
  redo: "Redo",
  rewind: "Rewind",
  restore: "Restore",
};
const pastVerbs: Readonly<Record<RestoreGoal["kind"], string>> = {
  undo: "Undone",
  redo: "Redone",
  rewind: "Rewound",
  restore: "Restored",
};

/** The button that does it: "Undo in 3 files". */
export function nameDeed(goal: RestoreGoal, { changing }: Review): string {
  if (changing.length === 0) return verbs[goal.kind];
  return `${verbs[goal.kind]} in ${plural(changing.length, "file")}`;
}

/** What was done: "Undone: 2 files restored, 1 deleted, 1 left alone." */
export function summarise(goal: RestoreGoal, result: RestoreResult): string {
  const { files, isDone, withheld = 0 } = result;
  if (!isDone && !isChanged(result))
    return files.length === 0 ? "There was nothing to do." : "Nothing was done.";
  const words = files.map(describeDone);
  const parts = ["restored", "merged", "deleted", "already restored", "left alone"].map((word) => {
    const many = words.filter((each) => each.split(",")[0] === word).length;
    return [word === "left alone" ? many + withheld : many, word] as const;
  });
  const told = parts.filter(([many]) => many > 0);
  const list = told.map(([many, word], index) => `${index === 0 ? plural(many, "file") : many} ${word}`);
  return `${pastVerbs[goal.kind]}: ${list.join(", ")}.`;
}

/** Whether a step has changed anything, even if not all of it was done. */
export function isChanged({ files }: RestoreResult): boolean {
  return files.some(({ isApplied }) => isApplied);
}
