/** What a server is started with, and what the toolkit makes of it. */
import { dirname, resolve } from "node:path";
import type { PermissionMode } from "../permissions/access.js";
import type { Environment } from "../session/limits.js";
import type { ToolkitOptions } from "../toolkit.js";

/** Who is asked first where both could be. */
export const askedFirst = ["client", "console"] as const;

export type AskedFirst = (typeof askedFirst)[number];

export interface ServerFlags {
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
  if (root !== undefined && root.length > 0) return root.map((each) => resolve(workingDirectory, each));
  const project = environment["CLAUDE_PROJECT_DIR"] || undefined;
  const found = resolve(workingDirectory, project ?? ".");
  const isTooMuch = dirname(found) === found || found === resolve(homeDirectory);
  return isTooMuch && project === undefined ? [] : [found];
}

export function toolkitOptionsOf(flags: ServerFlags, surroundings: Surroundings): ToolkitOptions {
  const { environment, workingDirectory } = surroundings;
  const { mode, settings, readOnly, dedup, lsp = true, gitDiff } = flags;
  return {
    environment,
    workingDirectory,
    roots: findRoots(flags, surroundings),
    audit: "user",
    permissions: {
      ...(mode === undefined ? {} : { mode }),
      ...(settings === undefined ? {} : { settingsFile: settings }),
      ...(readOnly === true ? { deny: [...CHANGING] } : {}),
    },
    events: { publish: true },
    ...(dedup === undefined ? {} : { dedup }),
    lsp,
    ...(gitDiff === undefined ? {} : { gitDiff }),
  };
}
