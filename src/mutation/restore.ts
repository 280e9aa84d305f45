/** Takes changes back: each file by a commit of its own, written down like any other change, so it can be taken back too. */
import { isInside } from "../fs/containment.js";
import type { RealPath } from "../fs/paths.js";
import type { ChangeRecord } from "../history/records.js";
import { type ChangeOrigin, commit, commitRemoval } from "./commit.js";
import { commitLarge } from "./commit-large.js";
import type { RestoreGround, RestoreStep } from "./restore-plan.js";
import { reverseSplices } from "./reverse-splices.js";
import { type MutationGround } from "./write-ahead.js";

export interface Restored {
  /** Undefined when the file changed between plan and commit; nothing was done then. */
  readonly change: string | undefined;
  readonly isDone: boolean;
}

export async function restore(
  changes: readonly ChangeRecord[],
  step: RestoreStep,
  origin: ChangeOrigin,
  ground: RestoreGround & MutationGround,
): Promise<Restored> {
  const path = (changes[0] as ChangeRecord).path as RealPath;
  const made = step.kind === "delete" ? changes[0]?.createdFolder : undefined;
  const topmost = made !== undefined && isInside(path, made) ? (made as RealPath) : undefined;
  const outcome = await apply(path, step, topmost, origin, ground);
  if (outcome.isDone && topmost !== undefined) await ground.fileSystem.removeEmptyParents(path, topmost);
  return outcome;
}

async function apply(
  path: RealPath,
  step: RestoreStep,
  createdFolder: RealPath | undefined,
  origin: ChangeOrigin,
  ground: RestoreGround & MutationGround,
): Promise<Restored> {
  if (step.kind === "write") {
    const { before, after, mode } = step;
    const change = { path, before, after, origin, ...(mode === undefined ? {} : { mode }) };
    return toRestored(await commit(change, ground));
  }
  if (step.kind === "delete") {
    return toRestored(await commitRemoval({ path, before: step.before, createdFolder, origin }, ground));
  }
  const splices = await reverseSplices(step.change, await ground.reader());
  const index = await ground.content.readLarge(path, undefined, async (large) =>
    "text" in large ? large.text.index : undefined,
  );
  const isExpected = index !== undefined && index.version.id === step.change.after?.id;
  if (splices === undefined || !isExpected) return { change: undefined, isDone: false };
  return toRestored(await commitLarge({ path, index, splices, origin }, ground, undefined));
}

function toRestored(committed: { readonly outcome: string; readonly change?: string | undefined }): Restored {
  return { change: committed.change, isDone: committed.outcome === "committed" };
}
