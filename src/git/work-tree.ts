/** Which files belong to which commit, by what git lists. */
import { relative, sep } from "node:path";
import type { GitFolder } from "./git-program.js";

/**
 * The top of the work tree that a folder lies in. Undefined outside of one: in no repository, in a bare one, in the
 * repository's own folder, or where the repository has its work tree elsewhere.
 */
export async function findWorkTree(git: GitFolder): Promise<string | undefined> {
  const answer = await git.ask("rev-parse", "--is-inside-work-tree", "--show-toplevel");
  // Only the first newline is git's own to put between the two: a folder's name may hold others.
  const [, top] = /^true\n([^]+)\n$/.exec(answer?.toString("utf8") ?? "") ?? [];
  return top;
}

/** As git names a file: from the top of its work tree, with slashes. */
export function nameInWorkTree(path: string, top: string): string {
  return relative(top, path).split(sep).join("/");
}

/** A regular file of a commit. */
export interface TreeFile {
  readonly name: string;
  readonly object: string;
  readonly size: number;
}

/** What a commit has at a name: undefined when that can't be told, null when it has nothing there. */
export async function findTreeFile(
  git: GitFolder,
  commit: string,
  name: string,
): Promise<TreeFile | null | undefined> {
  const listed = await git.ask("ls-tree", "-z", "-l", "--full-tree", commit, "--", name);
  if (listed === undefined) return undefined;
  if (listed.length === 0) return null;
  return parseTree(listed).find((file) => file.name === name);
}

/** Every regular file of a commit below the folder; undefined when that can't be told. */
export async function listTree(git: GitFolder, commit: string): Promise<readonly TreeFile[] | undefined> {
  const listed = await git.ask("ls-tree", "-z", "-l", "-r", "--full-name", commit);
  return listed && parseTree(listed);
}

/** `<mode> <type> <object> <size>\t<name>`, a NUL after each. Links, folders and submodules are no files here. */
function parseTree(listed: Buffer): TreeFile[] {
  const files: TreeFile[] = [];
  for (const entry of listed.toString("utf8").split("\0")) {
    const [, object, size, name] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([^]+)$/.exec(entry) ?? [];
    if (object !== undefined && name !== undefined) files.push({ name, object, size: Number(size) });
  }
  return files;
}

/**
 * Names of what lies below the folder, tracked or untracked and not ignored, from the top of the work tree; whether or not
 * it is still there. What is no text is no name that anyone here could use.
 */
export async function listPresent(git: GitFolder): Promise<readonly string[] | undefined> {
  const selection = ["--cached", "--others", "--exclude-standard"];
  const listed = await git.ask("ls-files", "-z", "--full-name", ...selection);
  if (listed === undefined) return undefined;
  // A file in conflict is listed once for each side.
  const names = new Set(listed.toString("utf8").split("\0"));
  names.delete("");
  return [...names].filter((name) => !name.includes("\ufffd"));
}

/** Whether nothing was ever committed here. */
export async function hasNoCommits(git: GitFolder): Promise<boolean> {
  const refs = await git.ask("for-each-ref", "--count=1", "--format=%(refname)");
  return refs?.length === 0;
}
