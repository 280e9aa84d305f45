/** A file against the last commit, in the shape in which hosts of repositories describe a changed file. */
import { countChangedLines, createHunks, type Hunk } from "../text/diff/hunks.js";
import { splitLines } from "../text/diff/split-lines.js";

export interface GitDiff {
  /** From the top of the work tree, with slashes. */
  readonly filename: string;
  /** "added" when the last commit has no such file, tracked or not. */
  readonly status: "added" | "modified";
  /** Lines; a changed one counts as both. */
  readonly additions: number;
  readonly deletions: number;
  readonly changes: number;
  /** Hunks of a unified diff, without headers that name the file; empty when nothing differs. */
  readonly patch: string;
  /** Set when later hunks were left out of the patch; the numbers count them all the same. */
  readonly isCut?: true;
}

export const MAX_PATCH_CHARACTERS = 100_000;

export interface Compared {
  readonly filename: string;
  /** Null when the commit has no such file. */
  readonly committed: string | null;
  readonly present: string;
}

export function createGitDiff({ filename, committed, present }: Compared): GitDiff {
  const hunks = createHunks(splitLines(committed ?? ""), splitLines(present));
  const { added: additions, removed: deletions } = countChangedLines(hunks);
  return {
    filename,
    status: committed === null ? "added" : "modified",
    additions,
    deletions,
    changes: additions + deletions,
    ...renderPatch(hunks),
  };
}

/** Whole hunks only: one that is cut off somewhere could not be applied. */
function renderPatch(hunks: readonly Hunk[]): Pick<GitDiff, "patch" | "isCut"> {
  let patch = "";
  for (const { oldStart, oldLines, newStart, newLines, lines } of hunks) {
    const heading = `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
    const hunk = `${[heading, ...lines].join("\n")}\n`;
    if (patch.length + hunk.length > MAX_PATCH_CHARACTERS) return { patch, isCut: true };
    patch += hunk;
  }
  return { patch };
}
