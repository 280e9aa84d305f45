/** Everything that is in force, where it comes from, and what does not count and why. */
import { ruleLists } from "../../../permissions/access.js";
import type { ListedRule } from "../../../permissions/listed-rule.js";
import { type SessionSettings, settingFields, settingNames } from "../../../session/setting-fields.js";
import { visible } from "../../../text/visible.js";
import type { PermissionOverview } from "../../../toolkit-permissions.js";
import { type Colour, type ColourChoice, paint } from "../../colours.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type Cell, renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

export function listPermissions(flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async ({ permissions }) => {
    const { terminal } = door;
    const overview = await permissions.overview();
    terminal.write(
      flags.json === true
        ? `${JSON.stringify(overview)}\n`
        : renderOverview(overview, { colour: terminal.hasColour }),
    );
    return EXIT.fine;
  });
}

function renderOverview(overview: PermissionOverview, choice: ColourChoice): string {
  const { mode, withheldMode, rules, directories, sources, warnings, settings } = overview;
  const notHeld =
    withheldMode === undefined ? "" : ` (${withheldMode} is asked for by a folder that is not trusted)`;
  // The order of the lists is the order in which they are consulted.
  const ordered = ruleLists.flatMap((list) => rules.filter((rule) => rule.list === list));
  return [
    `Mode: ${mode}${notHeld}\n`,
    section("Rules", renderRules(ordered, { ...choice, showsWithheld: true }) || "  none\n", choice),
    section(
      "Extra roots",
      renderTable(
        directories.map(({ path, file, withheld }) => [
          { text: `  ${path}` },
          { text: file, colour: "dim" },
          ...renderWithheld(withheld),
        ]),
        choice,
      ),
      choice,
    ),
    section("Limits and change rules", renderTable(renderSettings(settings), choice), choice),
    section("Settings files", renderTable(sources.map(toRow), choice), choice),
    section("Warnings", warnings.map((warning) => `  ${visible(warning)}\n`).join(""), choice),
  ].join("");
}

/** Those that are not the defaults. */
function renderSettings(settings: SessionSettings): Cell[][] {
  return settingNames
    .filter((name) => settings[name] !== settingFields[name].fallback)
    .map((name) => [{ text: `  ${name}` }, { text: `${settings[name]}` }]);
}

const listColours: Readonly<Record<ListedRule["list"], Colour>> = {
  deny: "red",
  ask: "amber",
  allow: "green",
};

export interface RuleChoice extends ColourChoice {
  /** Whether it is said of rules that do not count. */
  readonly showsWithheld: boolean;
}

/** One after another as they are consulted, with where each stands. */
export function renderRules(rules: readonly ListedRule[], choice: RuleChoice): string {
  const rows = rules.map(({ text, list, source, file, withheld }): Cell[] => [
    { text: `  ${list}`, colour: listColours[list] },
    { text },
    { text: file === undefined ? source : `${source}: ${file}`, colour: "dim" },
    ...(choice.showsWithheld ? renderWithheld(withheld) : []),
  ]);
  return renderTable(rows, choice);
}

function renderWithheld(withheld: string | undefined): Cell[] {
  return withheld === undefined ? [] : [{ text: `does not count: ${withheld}`, colour: "amber" }];
}

function toRow({ kind, file, isPresent, isTrusted }: PermissionOverview["sources"][number]): Cell[] {
  const state = isPresent ? (isTrusted ? "in use" : "in use, not trusted") : "not there";
  return [{ text: `  ${kind}` }, { text: file }, { text: state, colour: isPresent ? undefined : "dim" }];
}

function section(title: string, body: string, choice: ColourChoice): string {
  return body === "" ? "" : `\n${paint(title, "bold", choice)}\n${body}`;
}
