/**
 * The records of a group of changes, in a history file of their own. A process's other history files are closed as they fill
 * up, and recovery looks only at files that are open: this one stays open until the group has ended.
 */
import { unlessUnavailable } from "../fs/unless-unavailable.js";
import type { HistoryStore } from "./history-store.js";

export interface OpenGroup {
  /** The `step` of every change that belongs to the group. */
  readonly id: string;
  /** Records that the group is settled. Until then, recovery would roll it back. */
  readonly end: () => Promise<void>;
}

export interface GroupJournalDeps {
  /** A store that writes nothing else. */
  readonly store: HistoryStore;
  readonly randomName: () => string;
  readonly now: () => number;
  readonly isDurable: boolean;
}

/** Returns when the record is on the disk. */
export async function openGroup(
  paths: readonly string[],
  { store, randomName, now, isDurable }: GroupJournalDeps,
): Promise<OpenGroup> {
  const id = randomName();
  await store.add([], [{ kind: "group", id, at: now(), paths }], { isDurable });
  const end = async (): Promise<void> => {
    await store.add([], [{ kind: "group-end", group: id, at: now() }], { isDurable });
    // The end is recorded: if the file can't be closed now, recovery does it.
    await unlessUnavailable(() => store.close());
  };
  return { id, end };
}
