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
  /** Further modes that must agree: of all answers the strictest holds. */
  readonly ceilings?: readonly PermissionMode[];
  /** Under the names they were given and their real ones. */
  readonly roots: readonly string[];
  /** Those that the host gave, below which names are looked at for protected ones: settings that add .git must not open it. */
  readonly hostRoots?: readonly string[];
}

const strictness: Readonly<Record<Decision["answer"], number>> = { allow: 0, ask: 1, deny: 2 };

export function decide(policy: Policy, request: AccessRequest): Decision {
  let decision = decideIn(policy.mode, policy, request);
  for (const mode of policy.ceilings ?? []) {
    if (mode === policy.mode) continue;
    const other = decideIn(mode, policy, request);
    if (strictness[other.answer] > strictness[decision.answer]) decision = other;
  }
  return decision;
}

function decideIn(mode: PermissionMode, policy: Policy, request: AccessRequest): Decision {
  const by = findDenial(mode, policy, request);
  if (by !== undefined) return { answer: "deny", by };
  const decision = askIfSuspicious(allowOrAsk(mode, policy, request), request);
  if (decision.answer !== "ask" || mode !== "dontAsk") return decision;
  return { answer: "deny", by: { kind: "mode", mode, instead: decision.by } };
}

function findDenial(mode: PermissionMode, policy: Policy, request: AccessRequest): Reason | undefined {
  const { operation, closedPlace, deniedTwin, savedResult } = request;
  if (operation === "read" && savedResult === "outdated") return { kind: "outdated-result" };
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
  return { answer: "ask", by: { kind: "suspicious-content", what: suspicion, ...besides({ answer, by }) } };
}

function allowOrAsk(mode: PermissionMode, policy: Policy, request: AccessRequest): Decision {
  if (isSavedReading(request)) return { answer: "allow", by: { kind: "saved-result" } };
  const asking = findRule("ask", policy, request);
  if (asking !== undefined) return { answer: "ask", by: { kind: "rule", rule: asking } };
  if (request.isTwinUnknown === true) {
    const plain = request.isInsideRoots ? undefined : allowOrAsk(mode, policy, withoutLinks(request));
    return { answer: "ask", by: { kind: "twin-unknown", ...besides(plain) } };
  }
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
  if (request.hasOtherNames === true) {
    const plain = request.isInsideRoots ? undefined : decideWriting(mode, policy, withoutLinks(request));
    return { answer: "ask", by: { kind: "other-names", ...besides(plain) } };
  }
  if (name !== undefined && rule !== undefined) return { answer: "allow", by: { kind: "rule", rule } };
  if (mode === "acceptEdits" && request.isInsideRoots) return { answer: "allow", by: { kind: "mode", mode } };
  if (rule !== undefined) return { answer: "allow", by: { kind: "rule", rule } };
  const by = request.isInsideRoots ? ({ kind: "default", because: "change" } as const) : whyOutside(request);
  return { answer: "ask", by };
}

/** The request as it would be if the file had one name, or did not exist. */
function withoutLinks(request: AccessRequest): AccessRequest {
  return { ...request, isTwinUnknown: false, hasOtherNames: false };
}

function besides(plain: Decision | undefined): { readonly besides?: Reason } {
  return plain?.answer === "ask" ? { besides: plain.by } : {};
}

function findProtectedName({ path, realPath }: AccessRequest, policy: Policy): string | undefined {
  const roots = policy.hostRoots ?? policy.roots;
  const real = findProtected(realPath, roots);
  if (path === realPath || (real !== undefined && real !== AGENT_FOLDER)) return real;
  return findProtected(path, roots) ?? real;
}

function isSavedReading({ operation, savedResult }: AccessRequest): boolean {
  return operation === "read" && savedResult === "current";
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

/** The rule by which a path can't be read unasked. */
export function findReadGuard(
  policy: Policy,
  { path, kind }: Pick<Subject, "path" | "kind">,
): Rule | undefined {
  const subject: Subject = { tool: "Read", operation: "read", path, realPath: path, kind, foldsCase: true };
  return findRule("deny", policy, subject) ?? findRule("ask", policy, subject);
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
