/**
 * Changes of several files as one step: all of them are made, or none. The group is recorded before the first change and its
 * end after the last one. If a change can't be made, those before it are rolled back; if the process dies, recovery does that.
 * Callers hold the locks of all files.
 */
import { ToolError } from "../errors/tool-error.js";
import { FileSystemError } from "../fs/file-system.js";
import type { OpenGroup } from "../history/history.js";
import { describeFailure } from "./describe-failure.js";
import type { RestoreDeps } from "./restore-plan.js";
import { type RolledBack, rollBackGroup } from "./roll-back.js";
import type { MutationGround } from "./write-ahead.js";

export interface GroupPart {
  readonly path: string;
  /** Makes the change, as part of the given step. If it throws, the file must be as before. */
  readonly apply: (step: string) => Promise<PartOutcome>;
}

export type PartOutcome =
  /** `reason` is set if the change should have been rolled back and could not be. */
  | { readonly isDone: true; readonly change: string | undefined; readonly reason?: string }
  /** The file stays as it is: something else is there, or the change failed. */
  | { readonly isDone: false; readonly outcome: "conflict" | "failed"; readonly reason: string }
  /** It was rolled back, or never begun, because of another file. */
  | { readonly isDone: false; readonly outcome: "abandoned" };

export interface GroupOptions {
  /** "roll-back" makes all changes or none; "continue" leaves out only those that can't be made. */
  readonly onFailure: "roll-back" | "continue";
  /** Called for every change that is rolled back. */
  readonly onRolledBack: (rolledBack: RolledBack) => void;
}

export type GroupDeps = RestoreDeps & MutationGround;

/** Returns one outcome for each part, in their order. */
export async function commitGroup(
  parts: readonly GroupPart[],
  options: GroupOptions,
  deps: GroupDeps,
): Promise<readonly PartOutcome[]> {
  const [only, ...others] = parts;
  if (only === undefined) return [];
  // One commit is atomic by itself.
  if (others.length === 0) return [await attempt(() => only.apply(deps.randomName()))];
  const group = await openGroup(parts, deps);
  const outcomes: PartOutcome[] = [];
  const isKept = await applyParts(parts, group, options, outcomes).catch(async (bug: unknown) => {
    // The files must not stay half restored, whatever it is.
    await rollBack(group, outcomes, options, deps);
    throw bug;
  });
  const ended = isKept ? await endGroup(group) : undefined;
  if (ended?.isDone === true) return outcomes;
  const settled = await rollBack(group, outcomes, options, deps);
  const states = parts.map((_, index) => settled[index] ?? abandoned);
  return ended !== undefined && states.at(-1) === abandoned ? [...states.slice(0, -1), ended] : states;
}

const abandoned: PartOutcome = { isDone: false, outcome: "abandoned" };

/** Returns whether what was applied is to be kept. `outcomes` has the outcome of every part that was begun. */
async function applyParts(
  parts: readonly GroupPart[],
  { id }: OpenGroup,
  { onFailure }: GroupOptions,
  outcomes: PartOutcome[],
): Promise<boolean> {
  for (const part of parts) {
    const outcome = await attempt(() => part.apply(id));
    outcomes.push(outcome);
    if (!outcome.isDone && onFailure === "roll-back") return false;
  }
  return true;
}

function openGroup(parts: readonly GroupPart[], { history }: GroupDeps): Promise<OpenGroup> {
  return recording(() => history.beginGroup([...new Set(parts.map(({ path }) => path))]));
}

async function endGroup(group: OpenGroup): Promise<PartOutcome> {
  return attempt(async () => {
    await recording(() => group.end());
    return { isDone: true, change: undefined };
  });
}

/** Without its records, a group could not be rolled back after a crash. */
async function recording<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (cause) {
    if (!(cause instanceof FileSystemError)) throw cause;
    throw new ToolError(
      "HISTORY_UNAVAILABLE",
      `The history could not be written (${cause.code}), so nothing was changed. Free disk space or check ${cause.path}.`,
      { data: { path: cause.path, reason: cause.code }, cause },
    );
  }
}

/** Failures of the disk and of the history become outcomes; anything else is thrown. */
async function attempt(action: () => Promise<PartOutcome>): Promise<PartOutcome> {
  try {
    return await action();
  } catch (cause) {
    return { isDone: false, outcome: "failed", reason: describeFailure(cause) };
  }
}

/** What became of the parts that were begun. */
async function rollBack(
  group: OpenGroup,
  outcomes: readonly PartOutcome[],
  { onRolledBack }: GroupOptions,
  deps: GroupDeps,
): Promise<readonly PartOutcome[]> {
  const left = await rollBackGroup(group.id, deps, onRolledBack).catch(describeFailure);
  // Whatever could not be rolled back stays: recovery must not do later what the answer says was not done.
  await endGroup(group);
  return outcomes.map((outcome) => {
    if (!outcome.isDone) return outcome;
    const { change } = outcome;
    if (change === undefined) return { ...outcome, reason: "the change is not in the history" };
    const reason = typeof left === "string" ? left : left.get(change);
    return reason === undefined ? abandoned : { ...outcome, reason };
  });
}
