/** The pipeline's permission step: decides each path of a plan, and asks where the decision says so. */
import { basename } from "node:path";
import type { FileStat, MaybePromise, ResolvedPath } from "../fs/file-system.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Decision } from "../permissions/access.js";
import { decide, type Policy } from "../permissions/decide.js";
import { isManifestName } from "../permissions/manifest-names.js";
import { findContentRefusal, refuseByDecision, refuseCall } from "../permissions/refusals.js";
import type { AskedDecision } from "./ask-about.js";
import type { CallContext } from "./context.js";
import type { Access, AnyTool, CheckRequest, Plan } from "./define-tool.js";
import { findWayToAllow, hasRules, judgeAccess } from "./judge-access.js";
import { type LocatedPath, locatePath } from "./locate-path.js";
import { PlanOutdated } from "./plan-outdated.js";

/** By rule, or by a person's answer. */
type Permit = "allowed" | "approved";

/** What may be carried out: the plan, or what a person has made of it. */
export interface Permitted {
  readonly permit: Permit;
  readonly plan: Plan;
}

/**
 * What is denied is refused before the check, so that no failure of it tells of a denied file, and no work is done for
 * nothing. Answers where the path leads, if that had to be found out.
 */
export function refuseDenied<Input>(
  tool: AnyTool,
  request: CheckRequest<Input>,
  context: CallContext,
): MaybePromise<CheckRequest<Input>> {
  const { path } = request;
  const operation = operationOf(tool);
  if (path === undefined) return request;
  // A look that no rule can deny needs no judgement before the one with the plan in hand.
  if (operation === "read" && !hasRules(context.policy, "deny", "read")) return request;
  const judge = ({ failure, ...resolved }: LocatedPath): MaybePromise<CheckRequest<Input>> => {
    const access: Access = { operation, path, ...resolved };
    const act = (decision: Decision): CheckRequest<Input> => {
      if (decision.answer === "deny")
        throw refuseByDecision(access, decision, findWayToAllow(access, context));
      // Where it can't be resolved, the check says why.
      return failure === undefined ? { ...request, resolved } : request;
    };
    const decision = judgeAccess(tool.name, access, context);
    return decision instanceof Promise ? decision.then(act) : act(decision);
  };
  const located = request.resolved ?? locatePath(path, context);
  return located instanceof Promise ? located.then(judge) : judge(located);
}

/** What is done where a decision says to ask; answers the plan that was permitted, or throws. */
type Ask = (tool: AnyTool, asked: AskedDecision, plan: Plan, context: CallContext) => Promise<Plan>;

/** Answers at once unless it has to wait, for a disk that is slow or a person who thinks. */
export function requirePermission(
  tool: AnyTool,
  plan: Plan,
  context: CallContext,
  ask: Ask = askPerson,
): MaybePromise<Permitted> {
  const permitted: Permitted = { permit: "allowed", plan };
  return plan.accesses.length === 0
    ? permitCall(permitted, tool, context, ask)
    : permitFrom(0, permitted, tool, context, ask);
}

/** A tool that concerns no file is denied and asked about by its name; no default speaks of what it does. */
function permitCall(
  permitted: Permitted,
  tool: AnyTool,
  context: CallContext,
  ask: Ask,
): MaybePromise<Permitted> {
  const judge = ({ policy }: CallContext): Decision => judgeCall(tool, policy);
  const decision = judge(context);
  if (decision.answer === "allow") return permitted;
  if (decision.answer === "deny") throw refuseCall(tool.name, decision);
  const path = context.workspace.surroundings.workingDirectory as AbsolutePath & RealPath;
  const access: Access = { operation: operationOf(tool), path, realPath: path };
  return ask(tool, { access, decision, judge }, permitted.plan, context).then((plan) => ({
    permit: "approved",
    plan,
  }));
}

function judgeCall(tool: AnyTool, policy: Policy): Decision {
  const none = { path: "", realPath: "", kind: "file", foldsCase: false } as const;
  const inside = { isInsideRoots: true, isNamedInsideRoots: true };
  const decision = decide(policy, { tool: tool.name, operation: operationOf(tool), ...none, ...inside });
  const { by } = decision;
  const reason = by.kind === "mode" ? (by.instead ?? by) : by;
  return reason.kind === "default" ? { answer: "allow", by: reason } : decision;
}

function operationOf(tool: AnyTool): Access["operation"] {
  return tool.traits.readOnly ? "read" : "write";
}

function permitFrom(
  index: number,
  permitted: Permitted,
  tool: AnyTool,
  context: CallContext,
  ask: Ask,
): MaybePromise<Permitted> {
  const { plan } = permitted;
  const access = plan.accesses[index];
  if (access === undefined) return permitted;
  const act = (decision: Decision): MaybePromise<Permitted> => {
    if (decision.answer === "allow") return permitFrom(index + 1, permitted, tool, context, ask);
    if (decision.answer === "deny") {
      const way = findWayToAllow(access, context);
      throw (
        findContentRefusal(decision, plan.suspicion?.refusal, way) ?? refuseByDecision(access, decision, way)
      );
    }
    return ask(tool, { access, decision, judge }, plan, context).then((revised) =>
      permitFrom(index + 1, { permit: "approved", plan: revised }, tool, context, ask),
    );
  };
  const judge = (now: CallContext): MaybePromise<Decision> => judgeWithContent(tool, access, plan, now);
  const decision = judge(context);
  return decision instanceof Promise ? decision.then(act) : act(decision);
}

/** Everything about questions comes with the first of them. */
async function askPerson(
  tool: AnyTool,
  asked: AskedDecision,
  plan: Plan,
  context: CallContext,
): Promise<Plan> {
  const { askAbout } = await import("./ask-about.js");
  return askAbout(tool, asked, plan, context);
}

/** Suspicious content and a change of what runs later ask, whatever allows changes of the file. */
function judgeWithContent(
  tool: AnyTool,
  access: Access,
  plan: Plan,
  context: CallContext,
): MaybePromise<Decision> {
  const suspicion = plan.suspicion?.what;
  const look = (decision: Decision): MaybePromise<Decision> => {
    if (decision.answer !== "allow" || access.operation !== "write") return decision;
    // A manifest under any name: programs find it by that of a link as well.
    const names = [access.realPath, access.path, ...(decision.names ?? [])];
    const manifests = names.filter((name) => isManifestName(basename(name)));
    return manifests.length === 0 ? decision : lookInto(decision, manifests);
  };
  const lookInto = async (decision: Decision, manifests: readonly string[]): Promise<Decision> => {
    const change = plan.preview?.().change;
    if (change === undefined) return decision;
    const { findRunsLater } = await import("../permissions/runs-later.js");
    const found = manifests.map((name) => findRunsLater(name, change.before, change.after));
    const runsLater = found.find((what) => what !== undefined);
    return runsLater === undefined
      ? decision
      : judgeAccess(tool.name, access, context, { runsLater, suspicion });
  };
  const decision = judgeAccess(tool.name, access, context, { suspicion });
  return decision instanceof Promise ? decision.then(look) : look(decision);
}

/**
 * A person may take minutes, and rules and links may change meanwhile: what is denied by now is refused, and a path that
 * leads elsewhere by now needs a new plan, about which they are asked anew. Answers with the rules of now, by which the
 * call is carried out: what a search shows is judged by them too.
 */
export async function requireStillSo(
  tool: AnyTool,
  { plan, permit }: Permitted,
  context: CallContext,
): Promise<CallContext> {
  const now = await withPresentRules(context);
  if (plan.accesses.length === 0) {
    const decision = judgeCall(tool, now.policy);
    if (decision.answer === "deny") throw refuseCall(tool.name, decision);
  }
  for (const access of plan.accesses) {
    const present = await findPresent(access, now);
    // By the stat of now: the file may have got a hard link since.
    const stat = present?.stat ?? access.stat;
    const decision = await judgeAccess(tool.name, { ...access, stat }, now);
    if (decision.answer === "deny") throw refuseByDecision(access, decision, findWayToAllow(access, now));
    // What a rule had allowed, without anyone being asked, may have lost that rule. What a person has allowed, they have
    // allowed for the names that the file had.
    const isUnasked = decision.answer === "ask" && (permit === "allowed" || hasOtherLinks(access, stat));
    if (isUnasked || present === undefined) throw new PlanOutdated();
  }
  return now;
}

function hasOtherLinks({ operation, stat: asked }: Access, stat: FileStat | undefined): boolean {
  if (operation !== "write" || stat?.kind !== "file" || stat.links < 2) return false;
  return stat.links !== asked?.links || stat.inode !== asked.inode || stat.device !== asked.device;
}

/** After a wait. */
export async function withPresentRules(context: CallContext): Promise<CallContext> {
  return { ...context, policy: await context.permissions.policy({ isExact: true }) };
}

/** What is there now; undefined if the path leads elsewhere. */
async function findPresent(
  { operation, path, realPath, stat }: Access,
  context: CallContext,
): Promise<ResolvedPath | undefined> {
  const present = await locatePath(path, context);
  if (present.realPath === realPath) return present;
  // A look at what is not there may have been taken for one at a name that looks the same; that is still it.
  const isLookalike = operation === "read" && stat !== undefined && present.stat === undefined;
  const lookalike = isLookalike ? await locatePath(realPath, context) : undefined;
  return lookalike?.realPath === realPath && lookalike.failure === undefined ? lookalike : undefined;
}
