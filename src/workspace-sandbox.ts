/**
 * The sandbox of the engine itself: a process that serves a workspace can be kept by the kernel to the roots, its state and
 * its configuration, so not even a hole in our own checks leads out of them.
 */
import { join } from "node:path";
import { isInside } from "./fs/containment.js";
import { listNames } from "./fs/node/private-folder.js";
import type { AbsolutePath, RealPath } from "./fs/paths.js";
import { createGitPolicy } from "./git/git-policy.js";
import type { Command, SandboxPolicy } from "./process/sandbox/policy.js";
import { libraryFolders, nodeNeeds } from "./process/sandbox/program-needs.js";
import { findSandbox } from "./process/sandbox/sandbox.js";
import type { Environment } from "./session/limits.js";
import type { Workspace } from "./workspace.js";

export interface EngineNeeds {
  /** Leaves the roots readable and nothing more. */
  readonly isReadOnly?: boolean;
  readonly network: SandboxPolicy["network"];
  /** Further places that may be read or changed, such as the folder of a token. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
}

/** Set for a process that was started confined. It proves nothing: see `requireConfined`. */
export const CONFINED = "FILEWRIGHT_CONFINED";

/** In the state directory, what an engine writes. Not the compiled code there, which later runs execute outside the sandbox. */
const stateFolders: readonly string[] = ["history", "locks", "results", "listeners", "serve", "audit"];
/** Where an administrator's settings lie. */
const managedPlaces: readonly string[] = ["/etc/filewright", "/Library/Application Support/Filewright"];

/** The command that runs the given one with an engine over this workspace in it. Throws with a sentence for the person. */
export async function confineEngine(
  workspace: Workspace,
  command: Command,
  needs: EngineNeeds,
): Promise<Command> {
  const sandbox = findSandbox();
  if (typeof sandbox === "string") {
    throw new Error(`--sandbox is not possible here: ${sandbox}. See: filewright doctor`);
  }
  return sandbox.wrap(await createEnginePolicy(workspace, command, needs), command);
}

async function createEnginePolicy(
  workspace: Workspace,
  command: Command,
  needs: EngineNeeds,
): Promise<SandboxPolicy> {
  const { access } = workspace;
  const roots = await findRoots(workspace);
  const state = await makeState(workspace);
  const [script = process.execPath] = command.arguments;
  return {
    readable: [
      ...nodeNeeds(script),
      ...libraryFolders,
      "/proc/sys/kernel/random/boot_id",
      ...managedPlaces,
      ...access.settingsPlaces,
      ...(await findNeedsOfPrograms(workspace, roots)),
      state,
      ...(needs.isReadOnly === true ? roots : []),
      ...(needs.readable ?? []),
      // Node warns on the error stream if it can't read them.
      ...(workspace.environment["NODE_EXTRA_CA_CERTS"] ? [workspace.environment["NODE_EXTRA_CA_CERTS"]] : []),
    ],
    writable: [
      ...(needs.isReadOnly === true ? [] : roots),
      ...stateFolders.map((name) => join(state, name)),
      ...(needs.writable ?? []),
    ],
    hidden: [],
    network: needs.network,
    endsWithParent: true,
  };
}

/** What is not there can't be granted, and an engine without these folders could record no change. */
async function makeState({ stateDirectory, fileSystem, access }: Workspace): Promise<AbsolutePath> {
  await fileSystem.makeDirectory(stateDirectory, 0o700);
  const state = await access.findState();
  for (const name of stateFolders) await fileSystem.makeDirectory(join(state, name) as AbsolutePath, 0o700);
  return state;
}

async function findRoots({ access, roots, fileSystem }: Workspace): Promise<readonly RealPath[]> {
  // Brings along the roots that settings add.
  await access.permissions.load({ isExact: true });
  const found: RealPath[] = [];
  for (const root of roots.given) {
    const { realPath } = await fileSystem.resolve(root);
    if (realPath === ("/" as RealPath))
      throw new Error("--sandbox is not possible with the root /. Name another with --root");
    found.push(realPath);
  }
  if (found.length === 0) throw new Error("--sandbox needs a root. Name one with --root");
  return found;
}

/** Files outside the roots by which ripgrep and git go. */
async function findNeedsOfPrograms(
  { environment, fileSystem, surroundings }: Workspace,
  roots: readonly RealPath[],
): Promise<readonly string[]> {
  const { findIgnoreFiles } = await import("./search/ripgrep/ripgrep-policy.js");
  const found: string[] = [];
  for (const folder of roots) {
    const needs = { folder, settingsFiles: [], homeDirectory: surroundings.homeDirectory };
    found.push(...(await findIgnoreFiles(needs, fileSystem)));
    const git = await createGitPolicy({ program: "/usr/bin/git", folder, environment }, fileSystem);
    found.push(...git.readable);
  }
  // A link inside a root could lead anywhere, so nothing there is granted but by the root. Of a repository above the root its
  // work tree is not ours.
  const isOurs = (path: string): boolean =>
    path !== "." && roots.every((root) => !isInside(path, root) && !isInside(root, path));
  return found.filter(isOurs);
}

/** Whether this process was started confined. Throws if it says so and the kernel does not keep it. */
export function requireConfined(environment: Environment): boolean {
  if (environment[CONFINED] !== "1") return false;
  // Neither is ever empty.
  if (listNames(process.platform === "darwin" ? "/Users" : "/").length > 0) {
    throw new Error(`${CONFINED} is set, and this process is not confined. Unset it and start again`);
  }
  return true;
}
