/** Restores one file by a commit that is recorded like any other change, so it can be undone too. */
import { isInside } from "../fs/containment.js";
import type { RealPath } from "../fs/paths.js";
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { ChangeRecord } from "../history/records.js";
import { type ChangeOrigin, commit, commitRemoval } from "./commit.js";
import { commitLarge } from "./commit-large.js";
import type { RestoreDeps, RestoreStep } from "./restore-plan.js";
import { reverseSplices } from "./reverse-splices.js";
import type { CommitNote, MutationGround } from "./write-ahead.js";

export interface Restored {
  /** The id of the change; `undefined` if nothing was done, or the host accepts changes that can't be recorded. */
  readonly change: string | undefined;
  /** False if the file has changed between plan and commit; then it stays as it is. */
  readonly isDone: boolean;
  /** Another program's version was displaced and is kept with the change. */
  readonly hasDisplaced: boolean;
}

/** `changes` are those that the step undoes: the folders made for a file go with it. */
export async function restore(
  changes: readonly ChangeRecord[],
  step: RestoreStep,
  origin: ChangeOrigin,
  deps: RestoreDeps & MutationGround,
): Promise<Restored> {
  const path = (changes[0] as ChangeRecord).path as RealPath;
  const made = step.kind === "delete" ? changes[0]?.createdFolder : undefined;
  const topmost = made !== undefined && isInside(path, made) ? (made as RealPath) : undefined;
  const outcome = await apply(path, step, topmost, origin, deps);
  // The file is gone by now: a folder that can't be removed does not make that a failure.
  if (outcome.isDone && topmost !== undefined)
    await unlessUnavailable(() => deps.fileSystem.removeEmptyParents(path, topmost));
  return outcome;
}

async function apply(
  path: RealPath,
  step: RestoreStep,
  createdFolder: RealPath | undefined,
  origin: ChangeOrigin,
  deps: RestoreDeps & MutationGround,
): Promise<Restored> {
  const { judged } = deps;
  if (step.kind === "write") {
    const { before, after, mode } = step;
    const change = { path, before, after, origin, judged, ...(mode === undefined ? {} : { mode }) };
    return toRestored(await commit(change, deps));
  }
  if (step.kind === "delete") {
    return toRestored(
      await commitRemoval({ path, before: step.before, createdFolder, origin, judged }, deps),
    );
  }
  const splices = await reverseSplices(step.change, await deps.reader());
  const index = await deps.content.readLarge(path, { judged, signal: undefined }, async (large) =>
    "text" in large ? large.text.index : undefined,
  );
  const isExpected = index !== undefined && index.version.id === step.change.after?.id;
  if (splices === undefined || !isExpected) return toRestored({ outcome: "changed" });
  return toRestored(await commitLarge({ path, index, splices, origin }, deps, undefined));
}

interface CommitResult {
  readonly outcome: string;
  readonly change?: string | undefined;
  readonly notes?: readonly CommitNote[];
}

function toRestored({ outcome, change, notes = [] }: CommitResult): Restored {
  const hasDisplaced = notes.some((note) => note.kind === "displaced" && note.isKept);
  return { change, isDone: outcome === "committed", hasDisplaced };
}
