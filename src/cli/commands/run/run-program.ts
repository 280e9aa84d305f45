/** `filewright run`: a program of the person's choice, in the sandbox. */
import { makeTemporaryFolder, removeFolder } from "../../../fs/node/private-folder.js";
import { findToolPlaces } from "../../../lsp/server-places.js";
import { runAttached } from "../../../process/run-attached.js";
import { type SandboxPolicy, systemFolders } from "../../../process/sandbox/policy.js";
import { createServerAccess } from "../../../server-access.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import type { Workspace } from "../../../workspace.js";
import type { Door } from "../../door.js";
import type { ExitCode } from "../../exit-codes.js";
import { fromHere, type WorkspaceFlags } from "../../open-toolkit.js";
import { withToolkit } from "../../with-toolkit.js";

export interface RunFlags extends WorkspaceFlags {
  readonly network?: true;
  readonly readOnly?: true;
  readonly allowRead?: readonly string[];
  readonly allowWrite?: readonly string[];
}

/** A bound for programs that start themselves again and again, far above what builds and tests need. */
const limits = { processes: 16_384, openFiles: 65_536 };
const secretsOfSystem: readonly string[] = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssl/private",
  "/etc/ssh",
];
/** What programs read of the machine. */
const machinePlaces: readonly string[] = [
  "/proc",
  "/sys",
  "/dev/shm",
  "/run/systemd/resolve",
  "/run/resolvconf",
];

export function runInSandbox(words: readonly string[], flags: RunFlags, door: Door): Promise<ExitCode> {
  const { terminal } = door;
  return withToolkit(flags, door, async ({ workspace }) => {
    const temporary = makeTemporaryFolder("filewright-run-");
    try {
      const policy = await createRunPolicy(workspace, flags, door, temporary);
      const confine = await workspace.sandboxing.confine(policy);
      const warning = findWarning(workspace, confine !== undefined);
      if (warning !== undefined) terminal.writeError(`filewright: ${escapeForTerminal(warning)}\n`);
      // Finds the program by the PATH, from inside.
      const command = { program: "/usr/bin/env", arguments: ["--", ...words] };
      const { workingDirectory } = terminal;
      const environment = { ...terminal.environment, TMPDIR: temporary };
      return (await runAttached({
        ...(confine?.(command) ?? command),
        workingDirectory,
        environment,
      })) as ExitCode;
    } finally {
      removeFolder(temporary);
    }
  });
}

function findWarning({ sandboxing: { offer } }: Workspace, isConfined: boolean): string | undefined {
  if (!isConfined) {
    const reason = typeof offer === "string" ? offer : "it is switched off";
    return `The program runs without a sandbox: ${reason}. See: filewright doctor`;
  }
  if (typeof offer === "string" || offer.canHide) return undefined;
  return "The program can read files inside the roots that rules deny: the sandbox can't hide files here. See: filewright doctor";
}

async function createRunPolicy(
  workspace: Workspace,
  flags: RunFlags,
  { terminal: { workingDirectory, environment } }: Door,
  temporary: string,
): Promise<SandboxPolicy> {
  const here = (path: string): string => fromHere(path, workingDirectory);
  const allowRead = (flags.allowRead ?? []).map(here);
  const allowWrite = (flags.allowWrite ?? []).map(here);
  const { folders } = await workspace.roots.lookUp();
  const roots = folders.map(({ real }) => real);
  const { fileSystem, surroundings } = workspace;
  const { homeDirectory } = surroundings;
  return {
    readable: [
      ...systemFolders,
      ...machinePlaces,
      process.execPath,
      ...(await findToolPlaces(environment, [process.execPath], {
        fileSystem,
        folders: roots,
        homeDirectory,
      })),
      ...roots,
      ...allowRead,
    ],
    writable: [...(flags.readOnly === true ? [] : roots), temporary, ...allowWrite],
    hidden: await findHidden(workspace, [...allowRead, ...allowWrite]),
    network: flags.network === true,
    limits,
  };
}

/** What rules keep from being read, our own state, and what only root may read, who may run this. */
async function findHidden(workspace: Workspace, allowed: readonly string[]): Promise<readonly string[]> {
  const { access, fileSystem, roots, stateDirectory, surroundings } = workspace;
  const state = await access.findState();
  const deps = { access, fileSystem, roots, stateDirectory, surroundings, besides: allowed };
  const kept = await createServerAccess(deps).find();
  if (kept.problem !== undefined) {
    throw new Error(`the program is not started: ${kept.problem}. Name smaller roots with --root`);
  }
  return [...kept.paths, state, ...secretsOfSystem];
}
