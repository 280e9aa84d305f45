/** The toolkit of a command: over the roots, rules and session that its options name. */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { type PermissionMode, permissionModes } from "../permissions/access.js";
import type { Toolkit, ToolkitOptions } from "../toolkit.js";
import type { Door } from "./door.js";

export interface WorkspaceFlags {
  readonly root?: readonly string[];
  readonly mode?: PermissionMode;
  readonly settings?: string;
  readonly ripgrep?: string;
  readonly gitDiff?: boolean;
}

/** Who made a change, as the history names what was done at a terminal. */
export const CLIENT_NAME = "command line";

/** The options of every command that works in a workspace. */
export function addWorkspaceOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--root <dir>",
        "a folder that may be worked in, once for each (default: the working directory)",
      ).argParser(collect),
    )
    .addOption(new Option("--mode <mode>", "what needs a person's permission").choices([...permissionModes]))
    .option("--settings <file>", "a settings file besides the usual ones");
}

/** For commands that search. */
export function addRipgrepOption(command: Command): Command {
  return command.option(
    "--ripgrep <program>",
    "searches with this ripgrep instead of the one that comes along",
  );
}

/** For commands that belong to a conversation. */
export function addSessionOption(command: Command): Command {
  return command.option(
    "--session <name>",
    "a session shared by this name, in the place of the terminal's own (or FILEWRIGHT_SESSION)",
  );
}

/** One word for each option: a list would swallow the words behind it. */
function collect(dir: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), dir];
}

/** The same flags as the library names them. */
export function toolkitOptionsOf(
  { root, mode, settings, ripgrep, gitDiff }: WorkspaceFlags,
  { terminal }: Door,
): ToolkitOptions {
  const { environment, workingDirectory } = terminal;
  return {
    environment,
    workingDirectory,
    audit: "user",
    ...(root === undefined ? {} : { roots: root }),
    ...(ripgrep === undefined ? {} : { ripgrep: fromHere(ripgrep, workingDirectory) }),
    ...(gitDiff === undefined ? {} : { gitDiff }),
    events: { publish: true },
    permissions: {
      ...(mode === undefined ? {} : { mode }),
      ...(settings === undefined ? {} : { settingsFile: fromHere(settings, workingDirectory) }),
    },
  };
}

/** As a person names a place: from where they stand; ~ is left to the library. */
export function fromHere(path: string, workingDirectory: string): string {
  if (path.trim() === "" || path === "~" || path.startsWith("~/")) return path;
  return resolve(workingDirectory, path);
}

export async function openToolkit(
  flags: WorkspaceFlags,
  door: Door,
  more: ToolkitOptions = {},
): Promise<Toolkit> {
  const { createToolkit } = await import("../toolkit.js");
  const toolkit = createToolkit({ ...toolkitOptionsOf(flags, door), ...more });
  toolkit.session.introduce(CLIENT_NAME);
  return toolkit;
}
