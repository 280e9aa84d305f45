/** What a server is started with, and what the toolkit makes of it. */
import { dirname, join, resolve } from "node:path";
import { isInside } from "../fs/containment.js";
import { findKindAt } from "../fs/node/exists.js";
import { findRealPath } from "../fs/node/real-path.js";
import { describeRootProblem } from "../fs/root-problems.js";
import type { PermissionMode } from "../permissions/access.js";
import type { SandboxMode } from "../process/sandbox/policy.js";
import type { Environment } from "../session/limits.js";
import { type SettingFlagValues, sessionOptionsOf } from "../session/setting-flags.js";
import type { ToolkitOptions } from "../toolkit.js";

/** Who is asked first where both could be. */
export const askedFirst = ["client", "console"] as const;

export type AskedFirst = (typeof askedFirst)[number];

export interface ServerFlags extends Omit<SettingFlagValues, "dedup"> {
  readonly root?: readonly string[] | undefined;
  readonly mode?: PermissionMode | undefined;
  readonly settings?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /** The client, unless told otherwise. */
  readonly ask?: AskedFirst | undefined;
  /** False answers every Read in full, for clients where one server serves several conversations. */
  readonly dedup?: boolean | undefined;
  /** False starts no language servers. */
  readonly lsp?: boolean | undefined;
  /** Adds to the machine data of each change how the file differs from git's last commit. */
  readonly gitDiff?: boolean | undefined;
  /** Has the kernel keep the server itself to its roots, state and configuration. */
  readonly sandbox?: boolean | undefined;
  /** Whether programs that the server starts run in a sandbox. */
  readonly sandboxMode?: SandboxMode | undefined;
}

export interface Surroundings {
  readonly environment: Environment;
  readonly workingDirectory: string;
  readonly homeDirectory: string;
}

/** The tools that change files, by the names that rules know. */
const CHANGING = ["Edit", "NotebookEdit", "Write"] as const;

/**
 * The folders that were named; else the project that an agent was started for, else the working directory. That is where
 * a client happened to be started, so that the whole disk or a whole home does not count: then nothing is a root, every
 * path is asked about, and the refusals say how to name one.
 */
export function findRoots({ root }: ServerFlags, surroundings: Surroundings): readonly string[] {
  const { environment, workingDirectory, homeDirectory } = surroundings;
  if (root !== undefined && root.length > 0) return root.map((each) => fromHere(each, surroundings));
  const project = environment["CLAUDE_PROJECT_DIR"] || undefined;
  const found = resolve(workingDirectory, project ?? ".");
  const isTooMuch = dirname(found) === found || found === resolve(homeDirectory);
  return isTooMuch && project === undefined ? [] : [found];
}

/** What an agent has to know of where it works. */
export interface Whereabouts {
  readonly roots: readonly string[];
  /** The working directory if it lies inside the roots: searches then begin there, and not in all roots. */
  readonly folder: string | undefined;
}

/**
 * A client starts the server anywhere, often in the root of the disk: its working directory counts only inside the roots, or
 * where there are none.
 */
export function findWhereabouts(flags: ServerFlags, surroundings: Surroundings): Whereabouts {
  const { workingDirectory } = surroundings;
  const roots = findRoots(flags, surroundings);
  const isAmong = roots.some(
    (root) => isInside(workingDirectory, root) || isInside(workingDirectory, findRealPath(root)),
  );
  return { roots, folder: isAmong || roots.length === 0 ? workingDirectory : undefined };
}

/** Sentences about roots that can't be used, for whoever starts the server. Throws for a root that is a file. */
export function findRootProblems(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => {
    const kind = findKindAt(root);
    if (kind === "other") throw new Error(describeRootProblem({ root, kind: "not-a-folder" }));
    return kind === undefined ? [describeRootProblem({ root, kind: "missing" })] : [];
  });
}

export function toolkitOptionsOf(flags: ServerFlags, surroundings: Surroundings): ToolkitOptions {
  const { environment } = surroundings;
  const { mode, settings, readOnly, lsp = true, gitDiff, sandboxMode } = flags;
  const { roots, folder } = findWhereabouts(flags, surroundings);
  return {
    environment,
    ...(folder === undefined ? {} : { workingDirectory: folder }),
    roots: roots.length === 0 ? "none" : roots,
    audit: "user",
    permissions: {
      ...(mode === undefined ? {} : { mode }),
      ...(settings === undefined ? {} : { settingsFile: fromHere(settings, surroundings) }),
      ...(readOnly === true ? { deny: [...CHANGING] } : {}),
    },
    events: { publish: true },
    ...sessionOptionsOf(flags),
    lsp,
    ...(gitDiff === undefined ? {} : { gitDiff }),
    ...(sandboxMode === undefined ? {} : { sandbox: sandboxMode }),
  };
}

/** As a person names a place: from where the server was started, or from their home. */
function fromHere(path: string, { workingDirectory, homeDirectory }: Surroundings): string {
  const isHome = path === "~" || path.startsWith("~/");
  return isHome ? join(homeDirectory, path.slice(1)) : resolve(workingDirectory, path);
}
