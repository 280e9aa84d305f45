/**
 * Whether a tool may touch a path: one pure function of the rules, the mode and what is known about the request. Deny comes
 * before ask, ask before the mode, the mode before allow; the first that speaks decides, however specific.
 */
import type { AccessRequest, Decision, PermissionMode, Reason, Rule, RuleList } from "./access.js";
import { AGENT_FOLDER, findProtected } from "./protected-paths.js";
import type { RuleSet, Subject } from "./rule-set.js";

export interface Policy {
  readonly sets: readonly RuleSet[];
  readonly mode: PermissionMode;
  /** A second mode that must agree: of the two answers the stricter one holds. */
  readonly ceiling?: PermissionMode | undefined;
  /** Under the names they were given and their real ones. */
  readonly roots: readonly string[];
  /** Those that the host gave, below which names are looked at for protected ones: settings that add .git must not open it. */
  readonly hostRoots?: readonly string[];
}

const strictness: Readonly<Record<Decision["answer"], number>> = { allow: 0, ask: 1, deny: 2 };

export function decide(policy: Policy, request: AccessRequest): Decision {
  const decision = decideIn(policy.mode, policy, request);
  if (policy.ceiling === undefined || policy.ceiling === policy.mode) return decision;
  const other = decideIn(policy.ceiling, policy, request);
  return strictness[other.answer] > strictness[decision.answer] ? other : decision;
}

function decideIn(mode: PermissionMode, policy: Policy, request: AccessRequest): Decision {
  const by = findDenial(mode, policy, request);
  if (by !== undefined) return { answer: "deny", by };
  const decision = askIfSuspicious(allowOrAsk(mode, policy, request), request);
  if (decision.answer !== "ask" || mode !== "dontAsk") return decision;
  return { answer: "deny", by: { kind: "mode", mode, instead: decision.by } };
}

function findDenial(mode: PermissionMode, policy: Policy, request: AccessRequest): Reason | undefined {
  const { operation, closedPlace, deniedTwin } = request;
  if (closedPlace === "state" && !isSavedReading(request)) return { kind: "own-state" };
  if (closedPlace === "process") return { kind: "process-file" };
  if (closedPlace === "settings" && operation === "write") return { kind: "own-settings" };
  const rule = findRule("deny", policy, request);
  if (rule !== undefined) return { kind: "rule", rule };
  if (deniedTwin !== undefined) return { kind: "twin", rule: deniedTwin };
  if (mode === "plan" && operation === "write") return { kind: "mode", mode };
  return undefined;
}

/** No rule or mode vouches for content: a person looks at it whatever else would allow the change. */
function askIfSuspicious({ answer, by }: Decision, { suspicion }: AccessRequest): Decision {
  if (suspicion === undefined) return { answer, by };
  const besides = answer === "ask" ? { besides: by } : {};
  return { answer: "ask", by: { kind: "suspicious-content", what: suspicion, ...besides } };
}

function allowOrAsk(mode: PermissionMode, policy: Policy, request: AccessRequest): Decision {
  if (isSavedReading(request)) return { answer: "allow", by: { kind: "saved-result" } };
  const asking = findRule("ask", policy, request);
  if (asking !== undefined) return { answer: "ask", by: { kind: "rule", rule: asking } };
  if (request.isTwinUnknown === true) return { answer: "ask", by: { kind: "twin-unknown" } };
  if (mode === "bypassPermissions") return { answer: "allow", by: { kind: "mode", mode } };
  return request.operation === "read" ? decideReading(policy, request) : decideWriting(mode, policy, request);
}

function decideReading(policy: Policy, request: AccessRequest): Decision {
  if (request.isInsideRoots) return { answer: "allow", by: { kind: "default", because: "read-inside" } };
  const rule = findRule("allow", policy, request);
  return rule === undefined
    ? { answer: "ask", by: whyOutside(request) }
    : { answer: "allow", by: { kind: "rule", rule } };
}

function decideWriting(mode: PermissionMode, policy: Policy, request: AccessRequest): Decision {
  const rule = findRule("allow", policy, request);
  const name = findProtectedName(request, policy);
  const isGranted = name === AGENT_FOLDER && rule?.isForProtected === true && rule.source.kind === "session";
  if (name !== undefined && !isGranted) return { answer: "ask", by: { kind: "protected", name } };
  if (request.runsLater !== undefined) {
    return { answer: "ask", by: { kind: "runs-later", what: request.runsLater } };
  }
  if (request.hasOtherNames === true) return { answer: "ask", by: { kind: "other-names" } };
  if (name !== undefined && rule !== undefined) return { answer: "allow", by: { kind: "rule", rule } };
  if (mode === "acceptEdits" && request.isInsideRoots) return { answer: "allow", by: { kind: "mode", mode } };
  if (rule !== undefined) return { answer: "allow", by: { kind: "rule", rule } };
  const by = request.isInsideRoots ? ({ kind: "default", because: "change" } as const) : whyOutside(request);
  return { answer: "ask", by };
}

function findProtectedName({ path, realPath }: AccessRequest, policy: Policy): string | undefined {
  const roots = policy.hostRoots ?? policy.roots;
  const real = findProtected(realPath, roots);
  if (path === realPath || (real !== undefined && real !== AGENT_FOLDER)) return real;
  return findProtected(path, roots) ?? real;
}

function isSavedReading({ operation, isSavedResult }: AccessRequest): boolean {
  return operation === "read" && isSavedResult;
}

function whyOutside({ isNamedInsideRoots, rootProblem }: AccessRequest): Reason {
  if (rootProblem !== undefined) return { kind: "root-problem", problem: rootProblem };
  return { kind: "default", because: isNamedInsideRoots ? "link-out" : "outside" };
}

/** The rule that denies a path, whatever else may be said of it. */
export function findDenyRule(policy: Policy, subject: Omit<Subject, "foldsCase">): Rule | undefined {
  // Rules that deny fold capitals everywhere.
  return findRule("deny", policy, { ...subject, foldsCase: true });
}

function findRule(list: RuleList, { sets }: Policy, request: Subject): Rule | undefined {
  let first: Rule | undefined;
  for (const set of sets) {
    const rule = set.find(list, request);
    // One that is good for protected folders counts more than one that is not.
    if (rule?.isForProtected === true) return rule;
    first ??= rule;
    if (first !== undefined && list !== "allow") return first;
  }
  return first;
}
