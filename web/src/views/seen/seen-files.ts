/** Files that a session knows, as a person looks through them. */
import type { SeenFile } from "../../../../src/desk/desk.js";
import { formatCount } from "../../../../src/text/quantities.js";

type SeenOrder = "newest" | "name";

export interface SeenQuery {
  readonly text: string;
  readonly order: SeenOrder;
  readonly onlyStale: boolean;
}

export const seenStateWords: Readonly<Record<SeenFile["state"], string>> = {
  fresh: "up to date",
  partial: "only part of it seen",
  stale: "changed since",
  gone: "gone",
  unchecked: "not checked",
};

export const seenStateMeanings: Readonly<Record<SeenFile["state"], string>> = {
  fresh: "The session knows all of the file as it is on disk.",
  partial: "The session knows the file as it is on disk, but has not seen all of it.",
  stale:
    "The file is another on disk than the session knows. It has to read it again before it can change it.",
  gone: "The file is no longer there.",
  unchecked: "There are more files than are compared with the disk in one go.",
};

export const originWords: Readonly<Record<SeenFile["origin"], string>> = {
  read: "read",
  edit: "edited",
  write: "written",
  shown: "quoted",
};

export function arrangeSeen(
  files: readonly SeenFile[],
  { text, order, onlyStale }: SeenQuery,
): readonly SeenFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = files.filter((file) => {
    if (onlyStale && !isOutdated(file)) return false;
    const hay = `${file.path} ${seenStateWords[file.state]} ${originWords[file.origin]}`.toLowerCase();
    return words.every((word) => hay.includes(word));
  });
  return order === "newest" ? wanted : wanted.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** What the session knows of it is no longer so. */
export function isOutdated({ state }: Pick<SeenFile, "state">): boolean {
  return state === "stale" || state === "gone";
}

/** "2 changed since, 1 gone." */
export function describeOutdated({ stale, gone }: ReturnType<typeof countStates>): string {
  const parts = [stale > 0 && `${formatCount(stale)} changed since`, gone > 0 && `${formatCount(gone)} gone`];
  return `${parts.filter((part) => part !== false).join(", ")}.`;
}

export function countStates(files: readonly SeenFile[]): Readonly<Record<SeenFile["state"], number>> {
  const counts = { fresh: 0, partial: 0, stale: 0, gone: 0, unchecked: 0 };
  for (const { state } of files) counts[state] += 1;
  return counts;
}
