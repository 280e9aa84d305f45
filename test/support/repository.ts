/** A real repository in a temporary folder, made with git and none of the machine's own settings. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { type TempWorkspace, type Tree, tempWorkspace } from "./workspace.js";

export interface Repository extends TempWorkspace {
  /** Runs git at the top of the work tree; answers what it prints. */
  git(...words: readonly string[]): string;
  /** Adds everything and commits it. */
  commit(message?: string): string;
}

/** With a first commit of the tree, if there is one. */
export function repository(tree: Tree = {}): Repository {
  const files = tempWorkspace(tree);
  const run = (...words: readonly string[]): string => git(files.root, ...words);
  run("init", "-q", "-b", "main");
  const commit = (message: string = "a commit"): string => {
    run("add", "-A");
    run("commit", "-q", "--allow-empty", "-m", message);
    return run("rev-parse", "HEAD").trim();
  };
  if (Object.keys(tree).length > 0) commit("first");
  return { ...files, git: run, commit };
}

export function git(folder: string, ...words: readonly string[]): string {
  const home = join(dirname(folder), "git-home");
  return execFileSync("git", ["-c", "protocol.file.allow=always", ...words], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "A Person",
      GIT_AUTHOR_EMAIL: "person@example.com",
      GIT_COMMITTER_NAME: "A Person",
      GIT_COMMITTER_EMAIL: "person@example.com",
    },
  });
}
