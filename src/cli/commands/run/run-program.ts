/** `filewright run`: a program of the person's choice, in the sandbox. */
import { basename, delimiter, dirname, isAbsolute } from "node:path";
import { isInside } from "../../../fs/containment.js";
import { makeScratchFolder, removeScratch } from "../../../fs/node/scratch-folder.js";
import type { AbsolutePath, RealPath } from "../../../fs/paths.js";
import { findDenyRule } from "../../../permissions/decide.js";
import { UnreadableFileFinder } from "../../../permissions/unreadable-files.js";
import { runAttached } from "../../../process/run-attached.js";
import { type SandboxPolicy, systemFolders } from "../../../process/sandbox/policy.js";
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
    const temporary = makeScratchFolder("filewright-run-");
    try {
      const policy = await createRunPolicy(workspace, flags, door, temporary);
      const confine = await workspace.sandboxing.confine(policy);
      if (confine === undefined)
        terminal.writeError(`filewright: ${escapeForTerminal(explain(workspace))}\n`);
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
      removeScratch(temporary);
    }
  });
}

function explain({ sandboxing: { offer } }: Workspace): string {
  const reason = typeof offer === "string" ? offer : "it is switched off, or can't hide files here";
  return `The program runs without a sandbox: ${reason}. See: filewright doctor`;
}

async function createRunPolicy(
  workspace: Workspace,
  flags: RunFlags,
  { terminal: { workingDirectory, environment } }: Door,
  temporary: string,
): Promise<SandboxPolicy> {
  const here = (path: string): string => fromHere(path, workingDirectory);
  const { folders } = await workspace.roots.lookUp();
  const roots = folders.map(({ real }) => real);
  const home = workspace.surroundings.homeDirectory;
  return {
    readable: [
      ...systemFolders,
      ...machinePlaces,
      process.execPath,
      ...findProgramFolders(environment["PATH"] ?? "", home),
      ...roots,
      ...(flags.allowRead ?? []).map(here),
    ],
    writable: [...(flags.readOnly === true ? [] : roots), temporary, ...(flags.allowWrite ?? []).map(here)],
    hidden: await findDenied(workspace, roots),
    network: flags.network === true,
    limits,
  };
}

/** The folders of the PATH; of those called `bin`, the folder around them too, unless that is a home directory. */
function findProgramFolders(searchPath: string, home: string): readonly string[] {
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => {
      const around = dirname(folder);
      return basename(folder) === "bin" && !isInside(home, around) ? [folder, around] : [folder];
    })
    .filter((folder) => !isInside(home, folder));
}

/** What rules deny to be read, and our own state. */
async function findDenied(workspace: Workspace, roots: readonly RealPath[]): Promise<readonly string[]> {
  const { access, fileSystem } = workspace;
  const state = await access.findState();
  const policy = await access.loadPolicy({ isExact: true });
  const isUnreadable = (path: string, kind: "file" | "folder"): boolean =>
    findDenyRule(policy, { tool: "Read", operation: "read", path, realPath: path, kind }) !== undefined;
  const places = policy.sets.flatMap((set) => set.deniedPlaces) as AbsolutePath[];
  const search = { roots, places, isUnreadable, revision: "" };
  const hasRules = policy.sets.some((set) => set.has("deny", "read"));
  const { paths, isComplete } = hasRules
    ? await new UnreadableFileFinder(fileSystem).find(search)
    : { paths: [], isComplete: true };
  if (!isComplete) {
    throw new Error(
      "the roots hold too many files to find all that rules deny. Name smaller ones with --root",
    );
  }
  return roots.some((root) => isInside(state, root)) ? [...paths, state] : paths;
}
