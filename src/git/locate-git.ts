/** Where git is: on the PATH, and never in a place that a project could have put it. */
import type { Roots } from "../fs/containment.js";
import type { FileSystem } from "../fs/file-system.js";
import { findProgram } from "../fs/find-program.js";
import type { RealPath } from "../fs/paths.js";
import type { Confine } from "../process/sandbox/policy.js";
import { type Sandboxing, SandboxUnavailable } from "../process/sandbox/sandbox.js";
import { createGitPolicy } from "./git-policy.js";
import type { GitProgram } from "./git-program.js";

export interface GitGround {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly environment: GitProgram["environment"];
  /** How git is confined; not at all by default. */
  readonly sandboxing?: Sandboxing | undefined;
}

/** For hosts that tell nothing of their PATH. */
const usualPath = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

/** Throws SandboxUnavailable where git may not run without a sandbox and there is none. */
export async function findGit({
  environment,
  sandboxing,
  ...ground
}: GitGround): Promise<GitProgram | undefined> {
  const found = await findProgram("git", { ...ground, searchPath: environment["PATH"] || usualPath });
  if (found === undefined) return undefined;
  await sandboxing?.confine({ readable: [], writable: [], hidden: [], network: false });
  const git = { program: found.realPath, environment };
  const confine = async (folder: RealPath): Promise<Confine | undefined> => {
    if (sandboxing === undefined || (await sandboxing.findMode()) === "off") return undefined;
    return sandboxing.confine(await createGitPolicy({ ...git, folder }, ground.fileSystem));
  };
  return { ...git, confine };
}

/** For those who can do without git: `undefined` where a sandbox is required and there is none. */
export async function unlessConfined<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find();
  } catch (cause) {
    if (cause instanceof SandboxUnavailable) return undefined;
    throw cause;
  }
}
