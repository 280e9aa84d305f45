/** Permission rules as the page lists and explains them. */
import type { RulesData } from "../../../../src/console/contract.js";
import type { PermissionMode, RuleList, SourceKind } from "../../../../src/permissions/access.js";
import type { ListedRule } from "../../../../src/permissions/listed-rule.js";
import type { Explanation } from "../../../../src/toolkit-permissions.js";

export const modeMeanings: Readonly<Record<PermissionMode, string>> = {
  default:
    "Reading inside the roots is allowed; every change, and everything outside, is asked about unless a rule allows it.",
  acceptEdits:
    "Changes inside the roots are made without asking; deny and ask rules and protected paths still hold.",
  plan: "Nothing may be changed; reading goes on as in the default mode.",
  dontAsk: "Nobody is asked: whatever would be asked about is denied.",
  bypassPermissions:
    "Everything is allowed that no rule denies or asks about. Only the closed places are left out.",
};

export const sourceNames: Readonly<Record<SourceKind, string>> = {
  managed: "managed settings",
  user: "user settings",
  project: "project settings",
  local: "local settings",
  flag: "settings given at start",
  host: "given by the host",
  agent: "given with an agent's token",
  session: "granted to a session",
};

export interface RuleGroup {
  readonly list: RuleList;
  readonly heading: string;
  readonly meaning: string;
  readonly rules: readonly ListedRule[];
}

/** In the order in which they are consulted. */
const lists: readonly Omit<RuleGroup, "rules">[] = [
  { list: "deny", heading: "Deny", meaning: "Looked at first. What matches is refused, whatever else says." },
  { list: "ask", heading: "Ask", meaning: "Then these. What matches is asked about every time." },
  { list: "allow", heading: "Allow", meaning: "Last. What matches is done without asking." },
];

export function groupRules(rules: readonly ListedRule[]): readonly RuleGroup[] {
  return lists.map((group) => ({ ...group, rules: rules.filter(({ list }) => list === group.list) }));
}

/** Whether it stands in a settings file that we may change: the administrator's we may not. */
export function isRemovable(rule: ListedRule): rule is ListedRule & { readonly file: string } {
  return rule.file !== undefined && rule.source !== "managed";
}

/** The rule that decides, as it is listed: the first that is the same and counts. */
export function findDeciding(
  rules: readonly ListedRule[],
  { rule }: Pick<Explanation, "rule">,
): ListedRule | undefined {
  if (rule === undefined) return undefined;
  return rules.find(
    ({ text, list, source, file, withheld }) =>
      withheld === undefined &&
      text === rule.text &&
      list === rule.list &&
      source === rule.source &&
      file === rule.file,
  );
}

export interface FolderSources {
  /** The folder whose trust decides, or undefined where none is needed: the person's own settings. */
  readonly folder: string | undefined;
  readonly isTrusted: boolean;
  readonly sources: RulesData["sources"];
}

/** Sources by the folder they belong to: it is folders that are trusted, each with both of its files. */
export function groupSources(sources: RulesData["sources"]): readonly FolderSources[] {
  const groups = new Map<string | undefined, RulesData["sources"][number][]>();
  for (const source of sources) {
    const folder = isOfFolder(source) ? folderOf(source.file) : undefined;
    groups.set(folder, [...(groups.get(folder) ?? []), source]);
  }
  return [...groups].map(([folder, of]) => ({
    folder,
    isTrusted: of.every(({ isTrusted }) => isTrusted),
    sources: of,
  }));
}

function isOfFolder({ kind }: RulesData["sources"][number]): boolean {
  return kind === "project" || kind === "local";
}

/** `/w/app` of `/w/app/.filewright/settings.json`. */
function folderOf(file: string): string {
  return file.split("/").slice(0, -2).join("/") || "/";
}

export const destinations = [
  { to: "local", meaning: "Local: yours, for this project only. Keep the file out of version control." },
  {
    to: "project",
    meaning: "Project: for everybody who works on it. Its allow rules count where the folder is trusted.",
  },
  { to: "user", meaning: "User: yours, for all projects." },
] as const;

export const answerWords: Readonly<Record<Explanation["answer"], string>> = {
  allow: "Allowed",
  ask: "Asked about",
  deny: "Denied",
};
