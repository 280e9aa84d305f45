/** The modified files of commits, as git's patches name them. */
import { type LineHunk, parseHunks } from "../../../replay/plan-edits.js";
import { runGit } from "./git.js";

export interface Change {
  readonly commit: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly hunks: readonly LineHunk[];
}

/** Settings that the user's configuration could change are given. */
const DIFF =
  "diff-tree --stdin -r -p -U0 --inter-hunk-context=0 --full-index --diff-filter=M --no-renames --no-color --no-ext-diff --no-textconv --diff-algorithm=myers --indent-heuristic".split(
    " ",
  );

export async function readChanges(repository: string, commits: readonly string[]): Promise<Change[]> {
  // Read as Latin-1: headers are ASCII, and the contents are read from the blobs.
  const patches = (await runGit(repository, DIFF, `${commits.join("\n")}\n`)).toString("latin1");
  const changes: Change[] = [];
  let commit = "";
  for (const section of patches.split(/^(?=diff --git |[0-9a-f]{40}\n)/m)) {
    if (!section.startsWith("diff ")) commit = section.slice(0, 40);
    else changes.push(...parseChange(commit, section));
  }
  return changes;
}

/** None for files whose mode changes, and for paths that git quotes. */
function parseChange(commit: string, section: string): Change[] {
  const [, before, after] = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40}) 100\d{3}$/m.exec(section) ?? [];
  const path = /^\+\+\+ b\/(.*?)\t?$/m.exec(section)?.[1];
  if (before === undefined || after === undefined || path === undefined) return [];
  return [{ commit, path, before, after, hunks: parseHunks(section) }];
}
