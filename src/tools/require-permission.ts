/** The pipeline's permission step: decides each path of a plan, and asks where the decision says so. */
import type { MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import {
  type Answer,
  type Question,
  refuseDenied,
  refuseOwnState,
  refuseUnasked,
} from "../permissions/ask.js";
import { type Decision, decide } from "../permissions/decide.js";
import type { CallContext } from "./context.js";
import type { Access, AnyTool, Plan } from "./define-tool.js";

/** By rule, or by a person's answer. */
export type Permit = "allowed" | "approved";

/** Answers at once unless it has to wait, for a disk that is slow or a person who thinks. */
export function requirePermission(tool: AnyTool, plan: Plan, context: CallContext): MaybePromise<Permit> {
  return permitFrom(0, "allowed", tool, plan, context);
}

function permitFrom(
  index: number,
  permit: Permit,
  tool: AnyTool,
  plan: Plan,
  context: CallContext,
): MaybePromise<Permit> {
  const access = plan.accesses[index];
  if (access === undefined) return permit;
  const goOn = (): MaybePromise<Permit> => permitFrom(index + 1, "approved", tool, plan, context);
  const decideNow = (isInsideRoots: boolean): MaybePromise<Permit> => {
    const decision = decideOn(access, isInsideRoots, context);
    if (decision.answer === "allow") return permitFrom(index + 1, permit, tool, plan, context);
    if (decision.answer === "deny") throw refuseOwnState(access.path);
    const asked = ask(tool, { ...access, reason: decision.reason, ...plan.preview?.() }, context);
    return asked instanceof Promise ? asked.then(goOn) : goOn();
  };
  const isInsideRoots = context.workspace.roots.contains(access.realPath);
  return isInsideRoots instanceof Promise ? isInsideRoots.then(decideNow) : decideNow(isInsideRoots);
}

function decideOn(access: Access, isInsideRoots: boolean, { session, workspace }: CallContext): Decision {
  return decide({
    operation: access.operation,
    isInsideRoots,
    isNamedInsideRoots: isInsideRoots || workspace.roots.names(access.path),
    isSavedResult: session.savedResults.has(access.realPath),
    isOwnState: workspace.isOwnState(access.realPath),
  });
}

function ask(tool: AnyTool, asked: Omit<Question, "tool">, context: CallContext): MaybePromise<void> {
  const { workspace, session, callId, signal } = context;
  const question: Question = { tool: tool.name, ...asked };
  if (workspace.onAsk === undefined) throw refuseUnasked(question, workspace.roots.given);
  const about = { tool: tool.name, path: asked.realPath };
  const origin = { sessionId: session.id, callId };
  workspace.events.emit({ type: "permission-asked", ...about, operation: asked.operation }, origin);
  const accept = ({ answer, ...rest }: Answer): void => {
    workspace.events.emit({ type: "permission-answered", ...about, answer }, origin);
    if (answer !== "allow") throw refuseDenied(question, "reason" in rest ? rest.reason : undefined);
  };
  const answer = workspace.onAsk(question, { signal });
  // Whatever can be waited for, also a promise of another library.
  return "then" in answer ? unlessAborted(answer, signal).then(accept) : accept(answer);
}

/** A cancelled call does not wait for a person who may never answer, whatever the host does with the signal. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Whether a path may be named to the model, in hints and listings. */
export async function mayShow(path: RealPath, context: CallContext): Promise<boolean> {
  return (await context.workspace.roots.contains(path)) && createShowPolicy(context)(path);
}

/**
 * Judges every path that a search returns, counts or quotes. All of them lie below a folder that the call was permitted to
 * look into, links not followed, so what is left to ask is whether the path itself is withheld.
 */
export function createShowPolicy({ workspace }: CallContext): (path: RealPath) => boolean {
  return (path) => !workspace.isOwnState(path);
}
