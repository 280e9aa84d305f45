/** The pipeline's permission step: decides each path of a plan, and asks where the decision says so. */
import type { MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import { type Question, refuseDenied, refuseUnasked } from "../permissions/ask.js";
import { type Decision, decide } from "../permissions/decide.js";
import type { CallContext } from "./context.js";
import type { Access, AnyTool, Plan } from "./define-tool.js";

/** Answers at once when every path of the plan is known to be allowed. */
export function requirePermission(tool: AnyTool, plan: Plan, context: CallContext): MaybePromise<void> {
  for (const [index, access] of plan.accesses.entries()) {
    const isInsideRoots = context.workspace.roots.contains(access.realPath);
    if (isInsideRoots instanceof Promise || decideOn(access, isInsideRoots, context).answer !== "allow") {
      return askFrom(index, tool, plan, context);
    }
  }
  return undefined;
}

async function askFrom(from: number, tool: AnyTool, plan: Plan, context: CallContext): Promise<void> {
  for (const access of plan.accesses.slice(from)) {
    const isInsideRoots = await context.workspace.roots.contains(access.realPath);
    const decision = decideOn(access, isInsideRoots, context);
    if (decision.answer === "ask") await ask(tool, access, decision.reason, context);
  }
}

function decideOn(access: Access, isInsideRoots: boolean, { session, workspace }: CallContext): Decision {
  return decide({
    operation: access.operation,
    isInsideRoots,
    isNamedInsideRoots: isInsideRoots || workspace.roots.names(access.path),
    isSavedResult: session.savedResults.has(access.realPath),
  });
}

async function ask(tool: AnyTool, access: Access, reason: string, context: CallContext): Promise<void> {
  const { workspace, session, callId, signal } = context;
  const question: Question = { tool: tool.name, ...access, reason };
  if (workspace.onAsk === undefined) throw refuseUnasked(question, workspace.roots.given);
  const about = { tool: tool.name, path: access.realPath };
  const origin = { sessionId: session.id, callId };
  workspace.events.emit({ type: "permission-asked", ...about, operation: access.operation }, origin);
  const { answer, ...rest } = await unlessAborted(workspace.onAsk(question, { signal }), signal);
  workspace.events.emit({ type: "permission-answered", ...about, answer }, origin);
  if (answer !== "allow") throw refuseDenied(question, "reason" in rest ? rest.reason : undefined);
}

/** A cancelled call does not wait for a person who may never answer, whatever the host does with the signal. */
async function unlessAborted<T>(answer: MaybePromise<T>, signal: AbortSignal | undefined): Promise<T> {
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
  return context.workspace.roots.contains(path);
}
