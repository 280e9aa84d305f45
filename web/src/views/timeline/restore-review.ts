/**
 * A preview of taking something back, and what a person has decided about what is in the way. Nothing is asked of the
 * server that would touch a file while one of them is undecided.
 */
import type { RestoreRequest } from "../../../../src/console/contract.js";
import type { RestoreResult } from "../../../../src/history-restore.js";
import type { FileRestore } from "../../../../src/mutation/file-restore.js";
import { plural } from "../../../../src/text/quantities.js";

/** What is to be done, without how. */
export type RestoreGoal =
  | { readonly kind: "undo" | "redo"; readonly changes: readonly string[] }
  | { readonly kind: "rewind"; readonly to: string; readonly scope: "session" | "roots" };

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
  return outcome === "conflict" || outcome === "unavailable" || outcome === "refused";
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
  return { kind: goal.kind === "redo" ? "undo" : "redo", changes };
}

const planned: Readonly<Record<FileRestore["outcome"], string>> = {
  restored: "will be restored",
  deleted: "will be deleted",
  merged: "will be merged",
  unchanged: "already is as it would become",
  conflict: "conflict",
  unavailable: "can't be restored",
  refused: "refused",
};

const done: Readonly<Record<FileRestore["outcome"], string>> = {
  restored: "restored",
  deleted: "deleted",
  merged: "merged",
  unchanged: "was already so",
  conflict: "left alone, conflict",
  unavailable: "left alone, can't be restored",
  refused: "left alone, refused",
};

/** What will become of a file, as decided so far. */
export function describePlanned(file: FileRestore, decisions: Decisions): string {
  if (!isInTheWay(file)) return planned[file.outcome];
  const decision = file.isMergeable === true ? decisions.mergeable : decisions.blocked;
  if (decision === "merge") return planned.merged;
  return decision === "skip" ? "will be left alone" : planned[file.outcome];
}

export function describeDone({ outcome }: FileRestore): string {
  return done[outcome];
}

/** What to do about a file that is in the way, in a sentence. */
export function adviseOn({ outcome, isMergeable }: FileRestore): string {
  if (outcome === "refused") return "It stays as it is.";
  if (outcome === "unavailable") return "Its former content is not kept; it stays as it is.";
  return isMergeable === true
    ? "What was done since is in other lines: a merge keeps it and takes the change back."
    : "What was done since overlaps with it: take that back first, or edit the file by hand.";
}

const verbs: Readonly<Record<RestoreGoal["kind"], string>> = { undo: "Undo", redo: "Redo", rewind: "Rewind" };
const pastVerbs: Readonly<Record<RestoreGoal["kind"], string>> = {
  undo: "Undone",
  redo: "Redone",
  rewind: "Rewound",
};

/** The button that does it: "Undo in 3 files". */
export function nameDeed(goal: RestoreGoal, { changing }: Review): string {
  if (changing.length === 0) return verbs[goal.kind];
  return `${verbs[goal.kind]} in ${plural(changing.length, "file")}`;
}

/** What was done: "Undone: 2 files restored, 1 deleted, 1 left alone." */
export function summarise(goal: RestoreGoal, { files, isDone, withheld = 0 }: RestoreResult): string {
  if (!isDone) return "Nothing was done.";
  const count = (...outcomes: readonly FileRestore["outcome"][]): number =>
    files.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const parts = [
    [count("restored"), "restored"],
    [count("merged"), "merged"],
    [count("deleted"), "deleted"],
    [count("unchanged"), "already so"],
    [count("conflict", "unavailable", "refused") + withheld, "left alone"],
  ] as const;
  const told = parts.filter(([many]) => many > 0);
  if (told.length === 0) return "There was nothing to do.";
  const words = told.map(([many, word], index) => `${index === 0 ? plural(many, "file") : many} ${word}`);
  return `${pastVerbs[goal.kind]}: ${words.join(", ")}.`;
}
