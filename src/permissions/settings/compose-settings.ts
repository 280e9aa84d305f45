/** What all sources say together: which rules are in force, which are withheld, in which mode. */

import { resolve } from "node:path";
import { ToolError } from "../../errors/tool-error.js";
import { guardPath } from "../../fs/guard-path.js";
import type { AbsolutePath } from "../../fs/paths.js";
import { type SandboxMode, sandboxModes, stricterSandbox } from "../../process/sandbox/policy.js";
import type { GivenSettings } from "../../session/setting-fields.js";
import { visiblePath } from "../../text/visible.js";
import { type GivenRule, type PermissionMode, type RuleList, ruleLists, type SourceKind } from "../access.js";
import type { ParsedSettings } from "./parse-settings.js";
import { type FolderTrust, ownersTrust } from "./trust-book.js";

interface WithheldRule {
  readonly rule: GivenRule;
  readonly why: string;
}

export interface SettingsSource {
  readonly kind: SourceKind;
  readonly file: AbsolutePath;
  readonly isPresent: boolean;
  readonly isTrusted: boolean;
}

/** A folder that settings add to the roots. */
export interface AddedDirectory {
  readonly path: AbsolutePath;
  readonly file: AbsolutePath;
  /** Why it does not count, if it does not. */
  readonly withheld?: string;
}

export interface LoadedSettings {
  /** Moves when anything below does. */
  readonly revision: number;
  readonly rules: readonly GivenRule[];
  /** Allow rules of a folder that is not trusted. */
  readonly withheld: readonly WithheldRule[];
  readonly mode: PermissionMode | undefined;
  /** The mode that would hold if all folders were trusted, where that is another. */
  readonly withheldMode: PermissionMode | undefined;
  readonly isBypassDisabled: boolean;
  /** Limits and change rules of the files that the user has written or trusts. */
  readonly session: GivenSettings;
  /** The least that must hold, whatever the user and the host say: projects can make the sandbox stricter, never looser. */
  readonly leastSandbox: SandboxMode;
  readonly extraRoots: readonly AbsolutePath[];
  /** Where the extra roots come from, and those that do not count. */
  readonly directories: readonly AddedDirectory[];
  readonly warnings: readonly string[];
  readonly sources: readonly SettingsSource[];
}

/** A source as it was found. */
export interface FoundSource {
  readonly kind: SourceKind;
  readonly file: AbsolutePath;
  /** Its folder as it was given, and, if that is another name, as it really is. */
  readonly folders: readonly [AbsolutePath, ...AbsolutePath[]];
  /** Undefined where there is no file. */
  readonly parsed: ParsedSettings | undefined;
  /** Of its content; `undefined` where there is no file. */
  readonly digest: string | undefined;
  readonly trust: FolderTrust;
}

/** The sources come in the order of their weight, the one that has the say first. */
export function composeSettings(
  sources: readonly FoundSource[],
  homeDirectory: string,
): Omit<LoadedSettings, "revision"> {
  const rules: GivenRule[] = [];
  const withheld: WithheldRule[] = [];
  for (const source of sources) {
    for (const rule of rulesOf(source)) {
      if (counts(rule, source)) rules.push(rule);
      else withheld.push({ rule, why: distrust(source) });
    }
  }
  const directories = sources.map((source) => findDirectories(source, homeDirectory));
  const added = directories.flatMap(({ found }) => found);
  const mode = findMode(sources);
  const modeIfTrusted = findMode(sources.map((source) => ({ ...source, trust: ownersTrust })));
  return {
    rules,
    withheld,
    mode,
    withheldMode: modeIfTrusted === mode ? undefined : modeIfTrusted,
    isBypassDisabled: sources.some(({ parsed }) => parsed?.settings.isBypassDisabled === true),
    session: composeSession(sources),
    leastSandbox: findLeastSandbox(sources),
    extraRoots: [...new Set(added.filter((each) => each.withheld === undefined).map(({ path }) => path))],
    directories: added,
    warnings: sources.flatMap((source, index) =>
      [
        ...(source.parsed?.warnings ?? []),
        ...(directories[index]?.warnings ?? []),
        ...findWithheldSession(source),
      ].map((warning) => `${visiblePath(source.file)}: ${warning}`),
    ),
    sources: sources.map(({ kind, file, parsed, trust }) => ({
      kind,
      file,
      isPresent: parsed !== undefined,
      isTrusted: trust.isTrusted,
    })),
  };
}

function rulesOf({ kind, file, folders, parsed }: FoundSource): GivenRule[] {
  if (parsed === undefined) return [];
  const source = { kind, file, folders };
  const toRules = (list: RuleList): GivenRule[] =>
    parsed.settings[list].map((text) => ({ text, list, source }));
  return ruleLists.flatMap(toRules);
}

/** Whatever forbids or asks counts, whoever wrote it. A rule that allows needs a person behind it. */
function counts({ text, list }: GivenRule, { kind, trust }: FoundSource): boolean {
  if (list !== "allow" || trust.isTrusted) return true;
  return kind === "local" && trust.granted.includes(text);
}

/**
 * A folder that is not trusted has no say: a repository must neither weaken a protection, such as "staleEdits", nor
 * decide what an agent may spend.
 */
function composeSession(sources: readonly FoundSource[]): GivenSettings {
  return sources
    .filter(({ trust }) => trust.isTrusted)
    .reduceRight<GivenSettings>((others, source) => ({ ...others, ...sessionOf(source) }), {});
}

/** What a source sets; of the sandbox a project decides by `leastSandbox` alone. */
function sessionOf(source: FoundSource): GivenSettings {
  const { sandbox, ...others } = source.parsed?.settings.session ?? {};
  return sandbox === undefined || isProjects(source) ? others : { ...others, sandbox };
}

function isProjects({ kind }: FoundSource): boolean {
  return kind === "project" || kind === "local";
}

/** By all that a project says, trusted or not: nothing gets weaker by it. */
function findLeastSandbox(sources: readonly FoundSource[]): SandboxMode {
  return sources
    .filter(isProjects)
    .map(({ parsed }) => sandboxModes.find((mode) => mode === parsed?.settings.session.sandbox) ?? "off")
    .reduce(stricterSandbox, "off");
}

function findWithheldSession(source: FoundSource): readonly string[] {
  const names = Object.keys(sessionOf(source));
  if (source.trust.isTrusted || names.length === 0) return [];
  const shown = names.map((name) => `"${name}"`).join(", ");
  return [`${shown} ${names.length === 1 ? "does" : "do"} not count, because ${distrust(source)}.`];
}

/** From the strictest on. */
const byStrictness: readonly PermissionMode[] = [
  "plan",
  "dontAsk",
  "default",
  "acceptEdits",
  "bypassPermissions",
];

/** The first source has the say; a folder that is not trusted only where it makes things stricter. */
function findMode(sources: readonly FoundSource[]): PermissionMode | undefined {
  const [source, ...others] = sources;
  if (source === undefined) return undefined;
  const own = source.parsed?.settings.defaultMode;
  if (own === undefined) return findMode(others);
  if (source.trust.isTrusted) return own;
  const otherwise = findMode(others);
  const isStricter = byStrictness.indexOf(own) <= byStrictness.indexOf(otherwise ?? "default");
  return isStricter && own !== "acceptEdits" && own !== "bypassPermissions" ? own : otherwise;
}

interface FoundDirectories {
  readonly found: readonly AddedDirectory[];
  readonly warnings: readonly string[];
}

function findDirectories(source: FoundSource, homeDirectory: string): FoundDirectories {
  const { parsed, trust, folders, file } = source;
  const why = trust.isTrusted ? {} : { withheld: distrust(source) };
  const found: AddedDirectory[] = [];
  const warnings: string[] = [];
  for (const directory of parsed?.settings.additionalDirectories ?? []) {
    const path = findAbsolute(directory, folders[0], homeDirectory);
    if (path !== undefined) found.push({ path, file, ...why });
    else if (trust.isTrusted) warnings.push('An entry of "additionalDirectories" is no usable path.');
  }
  return { found, warnings };
}

function distrust({ folders, trust: { doubt } }: FoundSource): string {
  const folder = `the folder ${visiblePath(folders[0])}`;
  switch (doubt) {
    case "changed-settings":
      return `this file has changed since ${folder} was trusted`;
    case "other-folder":
      return `${folder} is not the one that was trusted`;
    case "earlier-version":
      return `${folder} was trusted with an earlier version and has to be trusted again`;
    default:
      return `${folder} is not trusted`;
  }
}

function findAbsolute(directory: string, folder: string, homeDirectory: string): AbsolutePath | undefined {
  const surroundings = { platform: process.platform, workingDirectory: folder, homeDirectory };
  const isAsGiven = directory.trim() === "" || directory === "~" || directory.startsWith("~/");
  try {
    return guardPath(isAsGiven ? directory : resolve(folder, directory), surroundings);
  } catch (cause) {
    if (cause instanceof ToolError) return undefined;
    throw cause;
  }
}
