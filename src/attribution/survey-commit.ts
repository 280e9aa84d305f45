/** The files that are not as they were in a commit, each compared with that: whether or not the tools have touched them. */
import { ToolError } from "../errors/tool-error.js";
import type { RealPath } from "../fs/paths.js";
import { findGit } from "../git/locate-git.js";
import { visiblePath } from "../text/visible.js";
import { type CommittedFile, findChangedFiles, followMoves } from "./changed-files.js";
import { createBaseReader } from "./committed-base.js";
import type { FileChanges } from "./file-changes.js";
import { GitRoot } from "./git-root.js";
import { findRealRoots, type Survey, type SurveyGround } from "./survey.js";

export async function surveyCommit(
  given: string,
  changes: FileChanges,
  ground: SurveyGround,
): Promise<Survey> {
  const opened: GitRoot[] = [];
  const close = async (): Promise<void> => {
    for (const git of opened) await git.close();
  };
  try {
    const program = await findGit(ground);
    if (program === undefined) throw refuseNoGit();
    for (const root of await findRealRoots(ground)) {
      const git = await GitRoot.open(root, program, ground.fileSystem);
      if (git === undefined) throw refuseNoWorkTree(root);
      opened.push(git);
    }
    return { ...(await compareWithCommit(given, opened, changes, ground)), changes, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

async function compareWithCommit(
  given: string,
  roots: readonly GitRoot[],
  changes: FileChanges,
  ground: SurveyGround,
): Promise<Pick<Survey, "paths" | "readBase" | "since">> {
  const committed = new Map<string, CommittedFile>();
  const present = new Set<RealPath>();
  const commits = new Set<string>();
  let at = Number.POSITIVE_INFINITY;
  for (const git of roots) {
    const commit = await git.readCommit(given);
    commits.add(commit.id);
    at = Math.min(at, commit.at);
    for (const [path, file] of commit.files) committed.set(path, { ...file, git });
    for (const path of (await git.listPresent()) as readonly RealPath[]) {
      if (await ground.roots.contains(path)) present.add(path);
    }
  }
  const listed = [...present].filter((path) => ground.isWanted(path) && ground.mayRead(path));
  const paths = (await findChangedFiles(listed, committed, ground)).toSorted();
  await followMoves(paths, { committed, changes, ground });
  const bases = new Map(paths.map((path) => [path, findCommitted(path, committed, changes)]));
  return {
    paths,
    since: { given, commits: [...commits], at },
    readBase: await createBaseReader(bases, ground.fileSystem),
  };
}

/** Under the name it has now, else under the one it had before it was moved. */
function findCommitted(
  path: string,
  committed: ReadonlyMap<string, CommittedFile>,
  changes: FileChanges,
): CommittedFile | undefined {
  return changes
    .namesOf(path)
    .map((name) => committed.get(name))
    .find((file) => file !== undefined);
}

function refuseNoGit(): ToolError {
  return new ToolError("INPUT_INVALID", "Counting since a commit needs git, and there is none on the PATH.");
}

function refuseNoWorkTree(root: string): ToolError {
  const advice = "Without a commit everything counts since the history of each file began.";
  const message = `Counting since a commit needs a git work tree, and ${visiblePath(root)} lies in none. ${advice}`;
  return new ToolError("INPUT_INVALID", message, { data: { path: root } });
}
