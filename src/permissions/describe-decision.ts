/** Decisions in words, for people. */
import { rootProblemClause } from "../fs/root-problems.js";
import { visible, visiblePath } from "../text/visible.js";
import type {
  Decision,
  OtherNames,
  PermissionMode,
  Reason,
  Rule,
  RuleList,
  RuleSource,
  SourceKind,
} from "./access.js";

const sourceNames: Readonly<Record<SourceKind, string>> = {
  managed: "the managed settings",
  user: "the user settings",
  project: "the project settings",
  local: "the local settings",
  flag: "the settings given at start",
  host: "the rules of the host",
  agent: "the rules for this agent",
  session: "the answers of this session",
};

const verbs: Readonly<Record<RuleList, string>> = {
  deny: "denies it",
  ask: "asks about it",
  allow: "allows it",
};

const modeClauses: Readonly<Record<PermissionMode, string>> = {
  default: "default mode asks",
  acceptEdits: "acceptEdits mode allows changes inside the roots",
  plan: "plan mode allows no changes",
  dontAsk: "dontAsk mode denies what would be asked about",
  bypassPermissions: "bypassPermissions mode allows what no rule denies or asks about",
};

const defaultClauses: Readonly<Record<(Reason & { readonly kind: "default" })["because"], string>> = {
  "read-inside": "reading inside the roots is allowed",
  change: "changes need permission",
  outside: "it lies outside the roots",
  "link-out": "a link leads out of the roots",
};

const answerNames: Readonly<Record<Decision["answer"], string>> = {
  allow: "allowed",
  ask: "asked about",
  deny: "denied",
};

/** A clause: "it is protected (.git)". */
export function describeReason(reason: Reason): string {
  switch (reason.kind) {
    case "rule":
      return `${describeRule(reason.rule)} ${verbs[reason.rule.list]}`;
    case "twin":
      return `the same file has another name, and ${describeRule(reason.rule)} ${verbs[reason.rule.list]} there`;
    case "twin-unknown":
      return `the file has other names, and not every place could be looked through for one that is denied${alsoClause(reason)}`;
    case "own-state":
      return "it belongs to Filewright's own state, which no tool may touch";
    case "own-settings":
      return "it belongs to Filewright's own settings, which no tool may change";
    case "process-file":
      return "it is the inside of a process, closed to every tool";
    case "mode":
      return reason.instead === undefined
        ? modeClauses[reason.mode]
        : `${modeClauses[reason.mode]}, and ${describeReason(reason.instead)}`;
    case "protected":
      return `it is protected (${reason.name})`;
    case "runs-later":
      return `it would run later (${visible(reason.what)})`;
    case "other-names":
      return `${describeOtherNames(reason)}${alsoClause(reason)}`;
    case "suspicious-content":
      return `${visible(reason.what)}${alsoClause(reason)}`;
    case "saved-result":
      return "it is a saved result of this session";
    case "outdated-result":
      return "it is a saved result from before the permission rules were changed";
    case "root-problem":
      return rootProblemClause(reason.problem);
    default:
      return defaultClauses[reason.because];
  }
}

function alsoClause({ besides }: { readonly besides?: Reason }): string {
  return besides === undefined ? "" : `; also, ${describeReason(besides)}`;
}

/** Says what would have to change for the change to be allowed unasked. */
function describeOtherNames({ count, name, because }: OtherNames): string {
  if (name !== undefined && because !== undefined)
    return `the file has another name (hard link), ${visible(name)}, and there ${describeReason(because)}`;
  if (count === undefined)
    return "the file has other names (hard links), perhaps outside the roots, where it would change too";
  return `the file has ${count.links} names (hard links), of which ${count.found} were found inside the roots and where rules allow changes; the others would change too`;
}

/** "the rule Read(.env) in the project settings (/w/app/.filewright/settings.json)" */
function describeRule({ text, source }: Rule): string {
  return `the rule ${visiblePath(text)} in ${describeSource(source)}`;
}

function describeSource({ kind, file }: RuleSource): string {
  return file === undefined ? sourceNames[kind] : `${sourceNames[kind]} (${visiblePath(file)})`;
}

export interface Explained {
  readonly tool: string;
  readonly path: string;
  readonly realPath: string;
  readonly decision: Decision;
}

/** What was asked, where it leads, the answer and why, each on a line. */
export function renderExplanation({ tool, path, realPath, decision }: Explained): string {
  return [
    `${visible(tool)} ${visible(path)}`,
    ...(realPath === path ? [] : [`leads to ${visible(realPath)}`]),
    `is ${answerNames[decision.answer]}: ${describeReason(decision.by)}.`,
  ].join("\n");
}
