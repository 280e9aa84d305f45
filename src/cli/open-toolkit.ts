/** The toolkit of a command: over the roots, rules and session that its options name. */
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { describeRootProblem } from "../fs/root-problems.js";
import { type PermissionMode, permissionModes } from "../permissions/access.js";
import { type SandboxMode, sandboxModes } from "../process/sandbox/policy.js";
import { type SettingFlagValues, sessionOptionsOf, settingFlags } from "../session/setting-flags.js";
import { escapeForTerminal } from "../text/escape-for-terminal.js";
import type { Toolkit, ToolkitOptions } from "../toolkit.js";
import type { Door } from "./door.js";

export interface WorkspaceFlags extends SettingFlagValues {
  readonly root?: readonly string[];
  readonly mode?: PermissionMode;
  readonly settings?: string;
  readonly ripgrep?: string;
  readonly gitDiff?: boolean;
  readonly sandboxMode?: SandboxMode;
  /** Set by a command that reports on its roots itself. */
  readonly judgesRoots?: true;
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
    .option("--settings <file>", "a settings file besides the usual ones")
    .addOption(
      new Option("--sandbox-mode <mode>", "whether programs that it starts run in a sandbox").choices([
        ...sandboxModes,
      ]),
    );
}

/** The limits and change rules that concern a tool. */
export function addSettingOptions(command: Command, tool: string): Command {
  for (const flag of settingFlags.filter((each) => each.tool === tool))
    command.option(`--${flag.name} <${flag.value}>`, flag.description);
  return command;
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
export function toolkitOptionsOf(flags: WorkspaceFlags, { terminal }: Door): ToolkitOptions {
  const { root, mode, settings, ripgrep, gitDiff, sandboxMode } = flags;
  const { environment, workingDirectory } = terminal;
  return {
    environment,
    workingDirectory,
    audit: "user",
    ...(root === undefined ? {} : { roots: root }),
    ...(ripgrep === undefined ? {} : { ripgrep: fromHere(ripgrep, workingDirectory) }),
    ...(gitDiff === undefined ? {} : { gitDiff }),
    ...(sandboxMode === undefined ? {} : { sandbox: sandboxMode }),
    events: { publish: true },
    ...sessionOptionsOf(flags),
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
  const options = { ...toolkitOptionsOf(flags, door), ...more };
  if (flags.judgesRoots === true) {
    // Such a command takes its roots as they are, a file included, which a toolkit of its own would refuse.
    const { Workspace } = await import("../workspace.js");
    return createToolkit({ ...options, permissions: {}, workspace: new Workspace(options) });
  }
  const toolkit = createToolkit(options);
  toolkit.session.introduce(CLIENT_NAME);
  if (flags.root !== undefined) await reportRootProblems(toolkit, door);
  return toolkit;
}

/** A command goes on without a root that can't be used, and says so. */
async function reportRootProblems({ workspace }: Toolkit, { terminal }: Door): Promise<void> {
  for (const problem of (await workspace.roots.lookUp()).problems)
    terminal.writeError(`filewright: ${escapeForTerminal(describeRootProblem(problem))}\n`);
}
