/** Where git is: on the PATH, and never in a place that a project could have put it. */
import type { Roots } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import { findProgram } from "../fs/find-program.js";
import type { GitProgram } from "./git-program.js";

export interface GitGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly environment: GitProgram["environment"];
}

/** For hosts that tell nothing of their PATH. */
const usualPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

export async function findGit({ environment, ...ground }: GitGround): Promise<GitProgram | undefined> {
  const found = await findProgram("git", { ...ground, searchPath: environment["PATH"] || usualPath });
  return found && { program: found.realPath, environment };
}
