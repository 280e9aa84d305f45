/** How entries of the timeline belong together: which undid which, and which were made in one step. */
import type { TimelineEntry } from "../../../../src/console/contract.js";

export interface TimelineIndex {
  readonly byId: ReadonlyMap<string, TimelineEntry>;
  /** The applied entry that undoes a change, by the change's id. */
  readonly undoneBy: ReadonlyMap<string, TimelineEntry>;
  /** The entries of one step that are still applied, by the step's name. */
  readonly steps: ReadonlyMap<string, readonly TimelineEntry[]>;
}

export function createTimelineIndex(changes: readonly TimelineEntry[]): TimelineIndex {
  const byId = new Map<string, TimelineEntry>();
  const undoneBy = new Map<string, TimelineEntry>();
  const steps = new Map<string, TimelineEntry[]>();
  for (const entry of changes) {
    byId.set(entry.id, entry);
    if (entry.state !== "applied") continue;
    for (const id of entry.undoes ?? []) undoneBy.set(id, entry);
    if (entry.step === undefined) continue;
    const step = steps.get(entry.step);
    if (step === undefined) steps.set(entry.step, [entry]);
    else step.push(entry);
  }
  return { byId, undoneBy, steps };
}

/** Made by a tool, restored or redone, and still applied. */
export function canUndo(entry: TimelineEntry): boolean {
  return entry.state === "applied" && !isUndo(entry);
}

/** An undo or rewind that is still applied: what it undid can be redone. */
export function canRedo(entry: TimelineEntry): boolean {
  return entry.state === "applied" && isUndo(entry);
}

function isUndo({ tool, undoes }: TimelineEntry): boolean {
  return undoes !== undefined && tool !== "redo" && tool !== "rollback";
}

/** All that is still applied of the step that an entry belongs to, itself included. */
export function stepOf({ steps }: TimelineIndex, entry: TimelineEntry): readonly TimelineEntry[] {
  return (entry.step === undefined ? undefined : steps.get(entry.step)) ?? [entry];
}
