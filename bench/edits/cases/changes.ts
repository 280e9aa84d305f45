/** The hunks of commits, as git's patches name them. */
import { parseHunks } from "../../../replay/plan-edits.js";
import { runGit } from "./git.js";

/** One hunk without its text. */
export interface HunkLocation {
  readonly commit: string;
  readonly path: string;
  /** Its position among the hunks of the file. */
  readonly index: number;
  /** Ids of the file's contents. */
  readonly before: string;
  readonly after: string;
  readonly removed: LineRange;
  readonly added: LineRange;
}

interface LineRange {
  readonly start: number;
  readonly count: number;
}

/** Settings that the user's configuration could change are given. */
const DIFF =
  "diff-tree --stdin -r -p -U0 --inter-hunk-context=0 --full-index --diff-filter=M --no-renames --no-color --no-ext-diff --no-textconv --diff-algorithm=myers --indent-heuristic".split(
    " ",
  );

/** The hunks of each modified file of each commit. */
export async function readChanges(repository: string, commits: readonly string[]): Promise<HunkLocation[][]> {
  // Read as Latin-1: headers are ASCII, and the contents are read from the blobs.
  const patches = (await runGit(repository, DIFF, `${commits.join("\n")}\n`)).toString("latin1");
  const files: HunkLocation[][] = [];
  let commit = "";
  for (const section of patches.split(/^(?=diff --git |[0-9a-f]{40}\n)/m)) {
    if (section.startsWith("diff ")) files.push(parseFile(commit, section));
    else commit = section.slice(0, 40);
  }
  return files;
}

/** None for files whose mode changes, and for paths that git quotes. */
function parseFile(commit: string, section: string): HunkLocation[] {
  const [, before, after] = /^index ([0-9a-f]{40})\.\.([0-9a-f]{40}) 100\d{3}$/m.exec(section) ?? [];
  const path = /^\+\+\+ b\/(.*?)\t?$/m.exec(section)?.[1];
  if (before === undefined || after === undefined || path === undefined) return [];
  return parseHunks(section).map(({ oldStart, oldCount, newStart, newCount }, index) => {
    const ranges = {
      removed: { start: oldStart, count: oldCount },
      added: { start: newStart, count: newCount },
    };
    return { commit, path, index, before, after, ...ranges };
  });
}
