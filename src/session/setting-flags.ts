/** The fields that can be set on a command line: of the servers, and of the tool commands that they concern. */
import type { Environment, LimitFlags } from "./limits.js";
import type { SessionOptions } from "./session.js";
import {
  findSettingFaults,
  type GivenSettings,
  resolveSettings,
  type SessionSettings,
  type SettingName,
  settingFields,
} from "./setting-fields.js";

export interface SettingFlag {
  /** As it is typed, without the dashes; in camel case it is the field's name. */
  readonly name: string;
  readonly field: SettingName;
  /** What its value is called; a flag without one switches on. */
  readonly value?: string;
  readonly description: string;
  /** The tool command that has it too. */
  readonly tool?: string;
}

export const settingFlags: readonly SettingFlag[] = [
  {
    name: "max-tokens",
    field: "maxTokens",
    value: "number",
    description: "the most tokens that a Read may return (default: 25000)",
    tool: "Read",
  },
  {
    name: "max-size-bytes",
    field: "maxSizeBytes",
    value: "number",
    description: "the largest file that is read without a limit (default: 262144)",
    tool: "Read",
  },
  {
    name: "include-max-size-in-prompt",
    field: "includeMaxSizeInPrompt",
    description: "name the size cap in the description of Read",
  },
  {
    name: "targeted-range-nudge",
    field: "targetedRangeNudge",
    description: "have the description of Read advise to read only the part that is needed",
  },
  {
    name: "stale-edits",
    field: "staleEdits",
    value: "refuse|rebase",
    description: "what happens to an Edit of a file that changed since it was read (default: refuse)",
    tool: "Edit",
  },
  {
    name: "edit-requires",
    field: "editRequires",
    value: "seen-lines|whole-file",
    description:
      "what must have been shown before an Edit: the lines it replaces, or the whole file (default: seen-lines)",
    tool: "Edit",
  },
  {
    name: "trailing-blanks",
    field: "trailingBlanks",
    value: "strip|keep",
    description: "whether blanks at the ends of new lines are dropped (default: strip)",
    tool: "Edit",
  },
];

type FlaggedOptions = SessionOptions & { readonly limits: LimitFlags };

export type SettingFlagValues = Pick<GivenSettings, "dedup" | (typeof flagFields)[number]>;

const flagFields = [
  "maxTokens",
  "maxSizeBytes",
  "includeMaxSizeInPrompt",
  "targetedRangeNudge",
  "staleEdits",
  "editRequires",
  "trailingBlanks",
] as const;

/** Values as they were typed, as the options of a session; which of them are valid is found out with those of other sources. */
export function sessionOptionsOf(flags: SettingFlagValues): FlaggedOptions {
  const { dedup, staleEdits, editRequires, trailingBlanks, ...limits } = readFlags(flags);
  const rules = { dedup, staleEdits, editRequires, trailingBlanks };
  const given = Object.entries(rules).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), limits };
}

/** The settings before any settings file is read. */
export function resolveFlags(flags: SettingFlagValues, environment: Environment): SessionSettings {
  return resolveSettings(environment, [readFlags(flags)]);
}

/** Sentences for whoever starts the program: values from environment and command line that are not used. */
export function findFlagFaults(flags: SettingFlagValues, environment: Environment): readonly string[] {
  const shownAs = (field: SettingName): string =>
    `--${settingFlags.find((each) => each.field === field)?.name ?? field}`;
  return findSettingFaults(environment, readFlags(flags), shownAs);
}

function readFlags(flags: SettingFlagValues): GivenSettings {
  const values: [string, unknown][] = [["dedup", flags.dedup]];
  for (const field of flagFields) {
    const value = flags[field];
    if (value === undefined) continue;
    const { parse } = settingFields[field];
    values.push([field, typeof value === "string" && parse !== undefined ? parse(value) : value]);
  }
  return Object.fromEntries(values);
}
