/**
 * The timeline as the rows of one list: entries in collapsible groups, newest first, with checkpoints where they were made.
 * Pure, and made anew from ten thousand entries with every letter of a filter.
 */
import type { TimelineData, TimelineEntry } from "../../../../src/console/contract.js";
import type { CheckpointRecord } from "../../../../src/history/records.js";

export type Grouping = "time" | "file" | "session";

export interface GroupRow {
  readonly kind: "group";
  readonly key: string;
  /** A path, a session's id, or the first moment of a day as text. */
  readonly title: string;
  readonly entries: readonly TimelineEntry[];
  readonly isOpen: boolean;
}

export type TimelineRow =
  | GroupRow
  | { readonly kind: "entry"; readonly key: string; readonly entry: TimelineEntry }
  | { readonly kind: "checkpoint"; readonly key: string; readonly checkpoint: CheckpointRecord };

export interface TimelineQuery {
  readonly grouping: Grouping;
  /** Words that all have to occur in path, tool or session. */
  readonly text: string;
  readonly onlyStanding: boolean;
  /** Keys of groups that are closed. */
  readonly closed: ReadonlySet<string>;
  readonly nameOfSession: (id: string) => string;
}

export interface TimelineRows {
  readonly rows: readonly TimelineRow[];
  /** Those that the filter leaves, also in closed groups, in the order of the rows. */
  readonly entries: readonly TimelineEntry[];
  readonly groups: readonly string[];
}

interface Group {
  readonly key: string;
  readonly title: string;
  readonly entries: TimelineEntry[];
  readonly checkpoints: CheckpointRecord[];
}

export function createTimelineRows(data: TimelineData, query: TimelineQuery): TimelineRows {
  const groups = new Map<string, Group>();
  const groupOf = (title: string): Group => {
    const key = `${query.grouping}:${title}`;
    const group = groups.get(key) ?? { key, title, entries: [], checkpoints: [] };
    groups.set(key, group);
    return group;
  };
  const isWanted = createFilter(query);
  const titleOf = titles[query.grouping];
  for (const entry of data.changes) if (isWanted(entry)) groupOf(titleOf(entry)).entries.push(entry);
  // Moments belong to no file.
  const checkpoints = query.grouping === "file" ? [] : data.checkpoints.toSorted((a, b) => b.seq - a.seq);
  for (const checkpoint of checkpoints) {
    groupOf(titleOf({ ...checkpoint, path: "" })).checkpoints.push(checkpoint);
  }
  return layOut([...groups.values()], query);
}

function layOut(groups: readonly Group[], { closed, text, onlyStanding }: TimelineQuery): TimelineRows {
  // Where a filter has left nothing of a group, its checkpoints would only be in the way.
  const isFiltered = text.trim() !== "" || onlyStanding;
  const kept = groups
    .filter(({ entries }) => entries.length > 0 || !isFiltered)
    .toSorted((left, right) => newestOf(right) - newestOf(left));
  const rows: TimelineRow[] = [];
  for (const { key, title, entries, checkpoints } of kept) {
    const isOpen = !closed.has(key);
    rows.push({ kind: "group", key, title, entries, isOpen });
    if (isOpen) pushMerged(rows, entries, checkpoints);
  }
  return {
    rows,
    entries: kept.flatMap(({ entries }) => entries),
    groups: kept.map(({ key }) => key),
  };
}

function newestOf({ entries, checkpoints }: Group): number {
  return Math.max(entries[0]?.seq ?? 0, checkpoints[0]?.seq ?? 0);
}

/** A checkpoint stands above what was done before it. */
function pushMerged(
  rows: TimelineRow[],
  entries: readonly TimelineEntry[],
  checkpoints: readonly CheckpointRecord[],
): void {
  let next = 0;
  const passCheckpoints = (until: number): void => {
    for (; next < checkpoints.length; next += 1) {
      const checkpoint = checkpoints[next] as CheckpointRecord;
      if (checkpoint.seq < until) return;
      rows.push({ kind: "checkpoint", key: `checkpoint:${checkpoint.id}`, checkpoint });
    }
  };
  for (const entry of entries) {
    passCheckpoints(entry.seq);
    rows.push({ kind: "entry", key: entry.id, entry });
  }
  passCheckpoints(Number.NEGATIVE_INFINITY);
}

const titles: Readonly<Record<Grouping, (of: Pick<TimelineEntry, "at" | "path" | "sessionId">) => string>> = {
  time: ({ at }) => String(startOfDay(at)),
  file: ({ path }) => path,
  session: ({ sessionId }) => sessionId,
};

/** The first moment of the day, by the reader's clock, in which something happened. */
function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function createFilter({
  text,
  onlyStanding,
  nameOfSession,
}: TimelineQuery): (entry: TimelineEntry) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (entry) => {
    if (onlyStanding && entry.state !== "applied") return false;
    if (words.length === 0) return true;
    const { path, tool, sessionId } = entry;
    const hay = `${path}\n${tool}\n${sessionId}\n${nameOfSession(sessionId)}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  };
}

/** What a day is called by someone who reads it at `now`. */
export function nameDay(start: number, now: number): string {
  const today = startOfDay(now);
  if (start === today) return "Today";
  // Noon of the day before, whatever a change of the clock has done to that day.
  if (start === startOfDay(today - 12 * 60 * 60 * 1000)) return "Yesterday";
  return new Date(start).toLocaleDateString(undefined, {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });
}
