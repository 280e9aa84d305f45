/** Takes a replayed commit back by the history's rewind, and holds every file against the parent's bytes. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Expected, findDifference } from "./compare.js";
import type { ReplaySession } from "./session.js";
import type { Tally } from "./tally.js";

export interface RewoundFile {
  readonly path: string;
  /** As the commit names it. */
  readonly name: string;
  readonly before: Expected | undefined;
}

export async function undoAll(
  session: ReplaySession,
  checkpoint: string,
  files: readonly RewoundFile[],
  commit: string,
  tally: Tally,
): Promise<void> {
  const { isDone, files: rewound } = await session.toolkit.history.rewind(checkpoint);
  for (const { path, outcome, reason } of rewound) {
    if (isDone && (outcome === "restored" || outcome === "deleted" || outcome === "unchanged")) continue;
    tally.mismatch(commit, path, `the rewind answers ${outcome}: ${reason ?? ""}`);
  }
  for (const { name, path, before } of files) {
    const difference = findDifference(path, before);
    if (difference !== undefined) tally.mismatch(commit, name, `after the rewind it ${difference}`);
    else tally.count("done", "files rewound");
  }
}

/** Git knows no empty folders; those that a rewind leaves behind are counted, and are no loss. */
export function compareTrees(before: Tree, after: Tree, commit: string, tally: Tally): void {
  if (before.files.join("\0") !== after.files.join("\0")) {
    tally.mismatch(commit, ".", "after the rewind other files are there than before");
  }
  const known = new Set(before.folders);
  for (const folder of after.folders) if (!known.has(folder)) tally.count("done", "empty folders left");
}

interface Tree {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

export function listTree(root: string): Tree {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const pathsOf = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted();
  return {
    files: pathsOf((entry) => !entry.isDirectory()),
    folders: pathsOf((entry) => entry.isDirectory()),
  };
}
