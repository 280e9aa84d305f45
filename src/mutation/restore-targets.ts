/** What is to be restored: a file as it was before some changes, or one version of it that the history has kept. */
import { ToolError } from "../errors/tool-error.js";
import type { ChangeRecord, Image } from "../history/records.js";
import type { TimelineChange } from "../history/timeline.js";
import { type FileOutlook, groupForRestore } from "./file-restore.js";
import type { RestoreDeps, RestorePlan } from "./restore-plan.js";

/** One step for one file. Several targets may name the same file; they are taken in order. */
export interface RestoreTarget {
  /** The changes that are undone, or the one whose version is restored, oldest first; all of one file. */
  readonly changes: readonly ChangeRecord[];
  /** `expected` is the content that the file has by then, if an earlier target changes it. */
  readonly plan: (deps: RestoreDeps, expected?: FileOutlook["goal"]) => Promise<RestorePlan>;
}

/** A version that belongs to a change: its file before or after it, or what it displaced of another program's. */
export type VersionSide = "before" | "after" | "displaced";

/** `changes` are one file's, oldest first. */
export function undoTargets(changes: readonly TimelineChange[]): readonly RestoreTarget[] {
  return groupForRestore(changes.map(({ record }) => record)).map((group) => ({
    changes: group,
    plan: async (deps, expected) => {
      const { planRestore } = await import("./restore-plan.js");
      return planRestore(group, deps, expected);
    },
  }));
}

export function versionTarget(change: TimelineChange, side: VersionSide, index?: number): RestoreTarget {
  const image = findVersion(change, side, index);
  const { record } = change;
  return {
    changes: [record],
    plan: async (deps) => {
      const { planVersion } = await import("./restore-version.js");
      return planVersion(record.path, image, deps);
    },
  };
}

/** `index` chooses among several displaced versions, oldest first; the newest by default. Null: there was no file. */
export function findVersion(
  { record, displaced }: TimelineChange,
  side: VersionSide,
  index = -1,
): Image | null {
  if (side !== "displaced") return record[side];
  const found = displaced.at(index);
  if (found !== undefined) return found.image;
  const what = displaced.length === 0 ? "no version of another program" : `only ${displaced.length} versions`;
  throw new ToolError("INPUT_INVALID", `The change ${record.id} displaced ${what}.`, {
    data: { change: record.id, displaced: displaced.length },
  });
}
