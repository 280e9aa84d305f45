/** What the rules say of a path that a tool touches or shows, with everything they need to know of it found out. */
import type { FileStat, MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type {
  AccessRequest,
  Decision,
  Operation,
  OtherNames,
  Reason,
  Rule,
  RuleList,
} from "../permissions/access.js";
import type { WayToAllow } from "../permissions/advise-person.js";
import { decide, findDenyRule, type Policy } from "../permissions/decide.js";
import type { LinkedFile } from "../permissions/hard-link-names.js";
import { ruleForPath } from "../permissions/print-rule.js";
import { digestRestrictions } from "../permissions/rule-set.js";
import type { Session } from "../session/session.js";
import type { Workspace } from "../workspace.js";
import type { Twin } from "../workspace-access.js";
import type { Access } from "./define-tool.js";

/** The part of a call's surroundings that a judgement needs. */
export interface JudgeContext {
  readonly workspace: Workspace;
  readonly session: Session;
  readonly policy: Policy;
  readonly signal: AbortSignal | undefined;
}

/** Decides at once unless the disk is slow, or a file with several names makes a search for them necessary. */
export function judgeAccess(
  tool: string,
  access: Access,
  context: JudgeContext,
  known: Pick<AccessRequest, "runsLater" | "suspicion"> = {},
): MaybePromise<Decision> {
  const { workspace, session, policy } = context;
  const { operation, path, realPath, stat } = access;
  const rule = stat === undefined ? findDenyOfFolder(tool, access, policy) : undefined;
  if (rule !== undefined) return { answer: "deny", by: { kind: "rule", rule } };
  const decideWith = (
    isInsideRoots: boolean,
    foldsCase: boolean,
    twin: Twin | undefined,
    hasOtherNames: boolean = hasHardLinks(access, workspace),
  ): Decision =>
    decide(policy, {
      tool,
      operation,
      path,
      realPath,
      kind: kindOf(access),
      isInsideRoots,
      isNamedInsideRoots: isInsideRoots || workspace.roots.names(path),
      rootProblem: isInsideRoots ? undefined : workspace.roots.findProblemFor(path),
      foldsCase,
      savedResult: findSavedResult(realPath, session, policy),
      closedPlace:
        twin === "state" || twin === "settings"
          ? twin
          : workspace.access.findClosedPlace(operation, path, realPath),
      deniedTwin: typeof twin === "object" ? twin : undefined,
      isTwinUnknown: twin === "unknown",
      hasOtherNames,
      ...known,
    });
  const judgeWith = (...found: [boolean, boolean, Twin | undefined]): MaybePromise<Decision> => {
    const decision = decideWith(...found);
    if (findOtherNames(decision) === undefined || stat === undefined) return decision;
    const alone = decideWith(...found, false);
    return alone.answer === "allow" ? judgeNames(tool, { realPath, stat }, alone, context) : decision;
  };
  const isInside = workspace.roots.contains(realPath);
  const folds = hasRules(policy, "allow", operation) ? workspace.access.foldsCase({ realPath, stat }) : false;
  const twin = findTwin(operation, stat, context);
  if (isInside instanceof Promise || folds instanceof Promise || twin instanceof Promise) {
    return Promise.all([isInside, folds, twin]).then((found) => judgeWith(...found));
  }
  return judgeWith(isInside, folds, twin);
}

/** Rules that were added since a result was saved may deny what it holds. */
function findSavedResult(
  realPath: RealPath,
  { savedResults }: Session,
  { sets }: Policy,
): AccessRequest["savedResult"] {
  if (!savedResults.has(realPath)) return undefined;
  return savedResults.isMadeUnder(digestRestrictions(sets), realPath) ? "current" : "outdated";
}

function findOtherNames({ by }: Decision): OtherNames | undefined {
  const reason = by.kind === "mode" ? by.instead : by;
  return reason?.kind === "other-names" ? reason : undefined;
}

/**
 * A change of a file with hard links is a change of each of its names: it is allowed if all of them were found, and each
 * would be allowed by itself. `alone` is the decision for the name that was given.
 */
async function judgeNames(
  tool: string,
  file: LinkedFile,
  alone: Decision,
  { workspace, policy, signal }: JudgeContext,
): Promise<Decision> {
  const { access, roots } = workspace;
  const { names, isComplete } = await access.findNames(file, policy, signal);
  const ask = (reason: Omit<OtherNames, "kind">): Decision => ({
    ...askOrDeny(policy, { kind: "other-names", ...reason }),
    names,
  });
  for (const name of names) {
    const isInsideRoots = await roots.contains(name);
    const decision = decide(policy, {
      tool,
      operation: "write",
      path: name,
      realPath: name,
      kind: "file",
      isInsideRoots,
      isNamedInsideRoots: isInsideRoots,
      foldsCase: await access.foldsCase({ realPath: name, stat: file.stat }),
      closedPlace: access.findClosedPlace("write", name, name),
    });
    if (decision.answer === "deny" && decision.by.kind !== "mode") return decision;
    if (decision.answer !== "allow") return ask({ name, because: decision.by });
  }
  return isComplete ? { ...alone, names } : ask({ count: { links: file.stat.links, found: names.length } });
}

function askOrDeny({ mode, ceilings }: Policy, by: Reason): Decision {
  return mode === "dontAsk" || ceilings?.includes("dontAsk") === true
    ? { answer: "deny", by: { kind: "mode", mode: "dontAsk", instead: by } }
    : { answer: "ask", by };
}

function kindOf({ stat }: Access): "file" | "folder" {
  return stat?.kind === "directory" ? "folder" : "file";
}

/** What is not there is denied as if it were, also by a rule for folders alone: the answer must not tell which. */
function findDenyOfFolder(
  tool: string,
  { operation, path, realPath }: Access,
  policy: Policy,
): Rule | undefined {
  if (!hasRules(policy, "deny", operation)) return undefined;
  return findDenyRule(policy, { tool, operation, path, realPath, kind: "folder" });
}

/** Whether any rule of this list could concern such a call, so that it is worth finding out more. */
export function hasRules({ sets }: Policy, list: RuleList, operation: Operation): boolean {
  return sets.some((set) => set.has(list, operation));
}

/** A change reaches all of them. */
function hasHardLinks({ operation, stat }: Access, { access }: Workspace): boolean {
  return (
    operation === "write" &&
    stat?.kind === "file" &&
    stat.links > 1 &&
    access.permissions.hardLinks === "check"
  );
}

/** What closes this very file under another of its names. Files with one name, nearly all, cost nothing. */
export function findTwin(
  operation: Operation,
  stat: FileStat | undefined,
  { workspace, policy, signal }: Pick<JudgeContext, "workspace" | "policy" | "signal">,
): MaybePromise<Twin | undefined> {
  if (stat?.kind !== "file" || stat.links < 2) return undefined;
  const { access } = workspace;
  return access.permissions.hardLinks === "ignore"
    ? undefined
    : access.findTwin(stat, operation, policy, signal);
}

/** How a person could allow an access that no one was there to be asked about. */
export function findWayToAllow(
  { operation, path, realPath }: Access,
  { workspace }: Pick<JudgeContext, "workspace">,
): WayToAllow {
  // A rule that allows has to cover the name and what it leads to.
  const isPlain = path === (realPath as string);
  return {
    roots: workspace.roots.given,
    rule: isPlain ? ruleForPath({ operation, path: realPath, covers: "file" }) : undefined,
    file: workspace.access.userSettings,
    realPath,
  };
}

export interface Shown {
  readonly path: AbsolutePath;
  readonly realPath: RealPath;
  readonly kind: "file" | "folder";
}

/** Whether a path may be named to the model, in hints and listings. */
export async function mayShow(
  shown: Shown,
  context: Pick<JudgeContext, "workspace" | "policy">,
): Promise<boolean> {
  if (!(await context.workspace.roots.contains(shown.realPath))) return false;
  return createShowPolicy(context)(shown);
}

/**
 * Judges every path that a search returns, counts or quotes. All of them lie below a folder that the call was permitted to
 * look into, links not followed, so what is left to ask is whether the path itself is withheld.
 */
export function createShowPolicy({
  workspace,
  policy,
}: Pick<JudgeContext, "workspace" | "policy">): (shown: Shown) => boolean {
  const isAnyDenied = hasRules(policy, "deny", "read");
  return ({ path, realPath, kind }) => {
    const place = workspace.access.findClosedPlace("read", path, realPath);
    if (place === "state" || place === "process") return false;
    if (!isAnyDenied) return true;
    return findDenyRule(policy, { tool: "Read", operation: "read", path, realPath, kind }) === undefined;
  };
}

/** Whether a file inside the roots may be read without anyone being asked. */
export function createReadPolicy(
  context: Pick<JudgeContext, "workspace" | "policy">,
): (path: RealPath) => MaybePromise<boolean> {
  const mayQuote = createQuotePolicy(context);
  return (path) => mayQuote({ path, realPath: path, kind: "file" }) && context.workspace.roots.contains(path);
}

/** The same for content: a file that a person wants to be asked about is not quoted unasked. */
export function createQuotePolicy(
  context: Pick<JudgeContext, "workspace" | "policy">,
): (shown: Shown) => boolean {
  const mayName = createShowPolicy(context);
  const { policy } = context;
  if (!hasRules(policy, "ask", "read")) return mayName;
  return (shown) =>
    mayName(shown) &&
    !policy.sets.some((set) =>
      set.find("ask", { tool: "Read", operation: "read", foldsCase: true, ...shown }),
    );
}
