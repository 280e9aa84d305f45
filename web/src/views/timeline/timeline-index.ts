/** What entries of the timeline have to do with each other: who took what back, and what was done in one step. */
import type { TimelineEntry } from "../../../../src/console/contract.js";

export interface TimelineIndex {
  readonly byId: ReadonlyMap<string, TimelineEntry>;
  /** The standing entry that takes a change back, by the change's id. */
  readonly undoneBy: ReadonlyMap<string, TimelineEntry>;
  /** Those that still stand of what was done in one step, by the step's name. */
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

/** Made by a tool, or brought back by a redo, and standing: it can be taken back. */
export function canUndo(entry: TimelineEntry): boolean {
  return entry.state === "applied" && !isUndo(entry);
}

/** A standing undo or rewind: what it took back can be brought back. */
export function canRedo(entry: TimelineEntry): boolean {
  return entry.state === "applied" && isUndo(entry);
}

function isUndo({ tool, undoes }: TimelineEntry): boolean {
  return undoes !== undefined && tool !== "redo";
}

/** All that stands of the step that an entry belongs to, itself included. */
export function stepOf({ steps }: TimelineIndex, entry: TimelineEntry): readonly TimelineEntry[] {
  return (entry.step === undefined ? undefined : steps.get(entry.step)) ?? [entry];
}
