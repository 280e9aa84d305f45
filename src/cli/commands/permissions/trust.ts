/** Trusts a folder once a person has seen what that brings, and makes it a stranger again. */
import { ToolError } from "../../../errors/tool-error.js";
import type { AbsolutePath } from "../../../fs/paths.js";
import { visible } from "../../../text/visible.js";
import type { Toolkit } from "../../../toolkit.js";
import type { PermissionOverview } from "../../../toolkit-permissions.js";
import type { ColourChoice } from "../../colours.js";
import { confirm } from "../../confirm.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { renderRules } from "./list.js";

export interface TrustFlags extends ReportFlags {
  readonly yes?: true;
}

export function trust(folder: string | undefined, flags: TrustFlags, door: Door): Promise<ExitCode> {
  return withFolder(folder, flags, door, async (toolkit, path) => {
    const { terminal } = door;
    if ((await toolkit.workspace.fileSystem.findKind(path as AbsolutePath)) !== "directory")
      throw new ToolError("FILE_NOT_FOUND", `There is no folder ${visible(path)}.`);
    const overview = await toolkit.permissions.overview();
    const own = overview.sources.filter(({ kind }) => kind === "project" || kind === "local");
    const isTrusted = own.length > 0 && own.every((source) => source.isTrusted);
    const brings = findBrought(overview);
    const answer = (words: string, code: ExitCode): ExitCode => {
      const isNow = code === EXIT.fine;
      if (flags.json === true)
        terminal.write(`${JSON.stringify({ folder: path, isTrusted: isNow, ...brings })}\n`);
      else if (isNow) terminal.write(`${visible(words)}\n`);
      else terminal.writeError(`${visible(words)}\n`);
      return code;
    };
    if (isTrusted) return answer(`${path} is trusted already.`, EXIT.fine);
    const isAsked = flags.yes !== true && terminal.isInteractive;
    if (isAsked || flags.json !== true) {
      terminal.writeError(renderBrought(path, brings, { colour: terminal.hasErrorColour }));
    }
    if (isAsked && !(await confirm("Trust this folder?", door)))
      return answer("Nothing was changed.", EXIT.denied);
    if (!isAsked && flags.yes !== true)
      return answer("Nothing was changed: nobody can be asked. Add --yes to trust it.", EXIT.failure);
    await toolkit.permissions.trust(path);
    return answer(`${path} is trusted now. To take that back: filewright permissions untrust`, EXIT.fine);
  });
}

export function untrust(folder: string | undefined, flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withFolder(folder, flags, door, async (toolkit, path) => {
    await toolkit.permissions.untrust(path);
    door.terminal.write(
      flags.json === true
        ? `${JSON.stringify({ folder: path, isTrusted: false })}\n`
        : `${visible(path)} is not trusted; its allow rules and extra roots do not count.\n`,
    );
    return EXIT.fine;
  });
}

/** Over that folder alone: its settings are what is looked at. */
function withFolder(
  folder: string | undefined,
  flags: ReportFlags,
  door: Door,
  action: (toolkit: Toolkit, path: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  const root = folder ?? flags.root?.[0];
  const own = { ...flags, judgesRoots: true, ...(root === undefined ? {} : { root: [root] }) } as const;
  return withToolkit(own, door, (toolkit) => {
    const { roots, surroundings } = toolkit.workspace;
    return action(toolkit, roots.host[0] ?? surroundings.workingDirectory);
  });
}

type Brought = Pick<PermissionOverview, "rules" | "directories" | "withheldMode">;

function findBrought({ rules, directories, withheldMode }: PermissionOverview): Brought {
  return {
    rules: rules.filter(({ withheld }) => withheld !== undefined),
    directories: directories.filter(({ withheld }) => withheld !== undefined),
    ...(withheldMode === undefined ? {} : { withheldMode }),
  };
}

function renderBrought(
  folder: string,
  { rules, directories, withheldMode }: Brought,
  choice: ColourChoice,
): string {
  const lines = [
    `Trusting ${visible(folder)} lets this count:\n`,
    renderRules(rules, { ...choice, showsWithheld: false }),
    ...directories.map(({ path }) => `  extra root  ${visible(path)}\n`),
    ...(withheldMode === undefined ? [] : [`  mode  ${withheldMode}\n`]),
    ...(rules.length + directories.length === 0 && withheldMode === undefined ? ["  nothing so far\n"] : []),
    "When its settings files change, you have to trust it again.\n",
  ];
  return lines.join("");
}
