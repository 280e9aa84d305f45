/**
 * Everything that a conversation can be tuned by, in one table: what each field may be, its default, and the variables
 * that set it. Environment, host options, command line and settings files all go by it. Each field is validated on its
 * own; a value that is not valid falls through to the next source and is warned of.
 */
import { type SandboxMode, sandboxModes } from "../process/sandbox/policy.js";
import type { ChangeRules } from "./change-rules.js";
import type { Environment, Limits } from "./limits.js";

export interface SessionSettings extends Limits, ChangeRules {
  /** Whether an unchanged file is answered with a note instead of its content. */
  readonly dedup: boolean;
  /** Whether programs of the workspace run in a sandbox, before projects and managed settings make it stricter. */
  readonly sandbox: SandboxMode;
}

export type SettingName = keyof SessionSettings;

/** Values as someone wrote them: unchecked, because experiments and files send anything. */
export type GivenSettings = { readonly [Name in SettingName]?: unknown };

interface SettingField<T> {
  readonly fallback: T;
  /** The value if it is valid. */
  readonly find: (value: unknown) => T | undefined;
  /** What it has to be, as in "must be …". */
  readonly expected: string;
  /** Environment variables that set it, the first one first. */
  readonly variables?: readonly string[];
  /** The meaning of a text from a variable or the command line; undefined if it has none. */
  readonly parse?: (text: string) => unknown;
}

type SettingTable = { readonly [Name in SettingName]: SettingField<SessionSettings[Name]> };

const positive = (fallback: number, ...variables: string[]): SettingField<number> => ({
  fallback,
  find: (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined,
  expected: "a whole number above 0",
  variables,
  parse: (text) => (/^\s*\d+\s*$/.test(text) ? Number(text) : text),
});

const flag = (fallback: boolean): SettingField<boolean> => ({
  fallback,
  find: (value) => (typeof value === "boolean" ? value : undefined),
  expected: "true or false",
});

const choice = <T extends string>(fallback: T, ...others: T[]): SettingField<T> => ({
  fallback,
  find: (value) => [fallback, ...others].find((each) => each === value),
  expected: [fallback, ...others].map((each) => `"${each}"`).join(" or "),
});

export const settingFields: SettingTable = {
  maxTokens: positive(25_000, "FILEWRIGHT_READ_MAX_TOKENS", "CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS"),
  maxSizeBytes: positive(256 * 1024),
  includeMaxSizeInPrompt: flag(false),
  targetedRangeNudge: flag(false),
  searchTimeoutMs: positive(20_000, "FILEWRIGHT_SEARCH_TIMEOUT_MS"),
  maxImageBytes: positive(1_500_000),
  maxMediaBytes: positive(15_000_000),
  mediaTimeoutMs: positive(20_000, "FILEWRIGHT_MEDIA_TIMEOUT_MS"),
  // The variable can only switch it off: nobody else knows whether one session serves several conversations.
  dedup: {
    ...flag(true),
    variables: ["FILEWRIGHT_READ_DEDUP"],
    parse: (text) => (text === "0" ? false : undefined),
  },
  staleEdits: choice("refuse", "rebase"),
  editRequires: choice("seen-lines", "whole-file"),
  matching: choice("relaxed", "exact"),
  trailingBlanks: choice("strip", "keep"),
  lineEndings: choice("as-sent", "preserve"),
  sandbox: {
    ...choice("prefer", ...sandboxModes.filter((mode) => mode !== "prefer")),
    variables: ["FILEWRIGHT_SANDBOX"],
    parse: (text) => (text.trim() === "" ? undefined : text.trim()),
  },
};

export const settingNames = Object.keys(settingFields) as readonly SettingName[];

/** Fields that stand inside `limits`; the others stand beside it. */
export const limitNames: readonly (keyof Limits)[] = [
  "maxTokens",
  "maxSizeBytes",
  "includeMaxSizeInPrompt",
  "targetedRangeNudge",
  "searchTimeoutMs",
  "maxImageBytes",
  "maxMediaBytes",
  "mediaTimeoutMs",
];

/** Why a value can't be used: "maxTokens must be …; it is not used."; undefined if it can. */
export function findSettingFault(
  name: SettingName,
  value: unknown,
  shown: string = name,
): string | undefined {
  const { find, expected } = settingFields[name];
  return find(value) === undefined ? `${shown} must be ${expected}; it is not used.` : undefined;
}

/** The Windows disk seen from WSL is slow to walk. */
const WSL_SEARCH_TIMEOUT_MS = 60_000;

/** From the sources in the order of their weight, after the environment. */
export function resolveSettings(
  environment: Environment,
  sources: readonly GivenSettings[],
): SessionSettings {
  const isWsl = environment["WSL_DISTRO_NAME"] !== undefined;
  const system: GivenSettings = isWsl ? { searchTimeoutMs: WSL_SEARCH_TIMEOUT_MS } : {};
  const resolve = (name: SettingName): unknown => {
    const { find, fallback } = settingFields[name];
    const given = [readVariables(name, environment), [...sources, system].map((source) => source[name])];
    return given.flat().find((value) => find(value) !== undefined) ?? fallback;
  };
  return Object.freeze(
    Object.fromEntries(settingNames.map((name) => [name, resolve(name)])),
  ) as unknown as SessionSettings;
}

/**
 * What environment and host say about the sandbox; `undefined` if nothing. Throws for a value that is not valid: a
 * protection that somebody asked for must not get lost by a typing error.
 */
export function requireSandboxChoice(environment: Environment, given: unknown): SandboxMode | undefined {
  const { find, expected } = settingFields.sandbox;
  const sources = [
    ...readVariables("sandbox", environment).map((value) => [value, "FILEWRIGHT_SANDBOX"] as const),
    [given, "The option sandbox"] as const,
  ];
  for (const [value, name] of sources) {
    if (value === undefined) continue;
    const mode = find(value);
    if (mode === undefined) throw new TypeError(`${name} must be ${expected}.`);
    return mode;
  }
  return undefined;
}

/** What is wrong with the environment's and the host's values; a variable that is empty says nothing. */
export function findSettingFaults(
  environment: Environment,
  given: GivenSettings,
  shownAs: (name: SettingName) => string = (name) => name,
): readonly string[] {
  return settingNames.flatMap((name) => {
    const { variables = [], parse } = settingFields[name];
    const faults = variables
      .filter((variable) => (environment[variable] ?? "").trim() !== "")
      .map((variable) => {
        const value = parse?.(environment[variable] ?? "");
        return value === undefined ? undefined : findSettingFault(name, value, variable);
      });
    const value = given[name];
    return [...faults, value === undefined ? undefined : findSettingFault(name, value, shownAs(name))].filter(
      (fault) => fault !== undefined,
    );
  });
}

function readVariables(name: SettingName, environment: Environment): readonly unknown[] {
  const { variables = [], parse } = settingFields[name];
  return variables.map((variable) => parse?.(environment[variable] ?? ""));
}
