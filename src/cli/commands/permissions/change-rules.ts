/** Adds and removes rules in settings files, and says which file it was. */
import { join } from "node:path";
import type { RuleList } from "../../../permissions/access.js";
import { explainForeignTool } from "../../../permissions/interpret-rule.js";
import { LOCAL_FILE, PROJECT_FILE, SETTINGS_FOLDER } from "../../../permissions/settings/settings-places.js";
import { visible } from "../../../text/visible.js";
import type { Toolkit } from "../../../toolkit.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { toAbsolutePath } from "../../given-path.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

export interface AddFlags extends ReportFlags {
  readonly to: "local" | "project" | "user";
}

export interface RemoveFlags extends ReportFlags {
  readonly from: string;
}

export function addRule(list: RuleList, rule: string, flags: AddFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async ({ permissions, tools }) => {
    const { terminal } = door;
    const { rules: before } = await permissions.overview();
    const file = await permissions.add(list, rule, flags.to);
    const wasThere = before.some((each) => each.text === rule && each.list === list && each.file === file);
    const { rules, warnings } = await permissions.overview();
    const added = rules.find((each) => each.text === rule && each.list === list && each.file === file);
    const given = { text: rule, list, source: { kind: flags.to, folders: [] } } as const;
    const foreign = explainForeignTool(
      given,
      tools.map(({ name }) => name),
    );
    const doubts = [
      ...warnings.filter((warning) => warning.startsWith(`${visible(rule)} (`)),
      ...(foreign === undefined ? [] : [foreign]),
    ];
    if (flags.json === true) {
      terminal.write(
        `${JSON.stringify({ list, rule, file, warnings: doubts, withheld: added?.withheld })}\n`,
      );
      return EXIT.fine;
    }
    const deed = wasThere ? "Already among" : "Added to";
    terminal.write(`${visible(`${deed} the ${list} rules of ${file}: ${rule}`)}\n`);
    for (const doubt of doubts) terminal.writeError(`${visible(`Warning: ${doubt}`)}\n`);
    if (added?.withheld !== undefined) {
      terminal.writeError(
        `It does not count yet: ${visible(added.withheld)}. To trust it: filewright permissions trust\n`,
      );
    }
    return EXIT.fine;
  });
}

export function removeRule(list: RuleList, rule: string, flags: RemoveFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const file = findFile(flags.from, toolkit);
    const isRemoved = await toolkit.permissions.remove(list, rule, file);
    if (flags.json === true) terminal.write(`${JSON.stringify({ list, rule, file, isRemoved })}\n`);
    else if (isRemoved) terminal.write(`${visible(`Removed from the ${list} rules of ${file}: ${rule}`)}\n`);
    else {
      terminal.writeError(
        `${visible(`The ${list} rules of ${file} have no ${rule}.`)} \`filewright permissions\` shows where rules stand; --from says which file is meant.\n`,
      );
    }
    return isRemoved ? EXIT.fine : EXIT.nothingFound;
  });
}

/** Found without reading any settings: a rule that breaks them must be removable. */
function findFile(from: string, toolkit: Toolkit): string {
  const { access, roots, surroundings } = toolkit.workspace;
  const root = roots.host[0] ?? surroundings.workingDirectory;
  if (from === "user") return access.userSettings;
  if (from === "local") return join(root, SETTINGS_FOLDER, LOCAL_FILE);
  return from === "project" ? join(root, SETTINGS_FOLDER, PROJECT_FILE) : toAbsolutePath(from, toolkit);
}
