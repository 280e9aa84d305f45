/**
 * A writing call: plan, permission, change. Calls of this process that concern one file take turns, so each is planned
 * for what the one before it left. The turn is given up while a person is asked, and the file may be another afterwards;
 * then the plan is made anew, and the person asked about the new one.
 */
import { ToolError } from "../errors/tool-error.js";
import { FileSystemError, type ResolvedPath } from "../fs/file-system.js";
import { awaitedLater } from "../fs/maybe-promise.js";
import type { AbsolutePath } from "../fs/paths.js";
import { announce } from "./announce.js";
import type { CallContext } from "./context.js";
import type { Answered, AnyTool, CheckRequest, Plan } from "./define-tool.js";
import { PlanOutdated } from "./plan-outdated.js";
import { recordKnown } from "./record-known.js";
import {
  type Permitted,
  refuseDenied,
  requirePermission,
  requireStillSo,
  withPresentRules,
} from "./require-permission.js";

/** Each failed attempt means that someone else succeeded; this many in a row means that something is wrong. */
const MAX_ATTEMPTS = 1000;

/** What one turn came to: an answer, or a question that stands. */
type Turn = { readonly outcome: Answered } | { readonly asked: Promise<Permitted> };

export async function changeInTurn(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  context: CallContext,
): Promise<Answered> {
  await context.workspace.recovered();
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      const around = attempt === 1 ? context : await withPresentRules(context);
      return await attemptChange(tool, request, around);
    } catch (cause) {
      if (!(cause instanceof PlanOutdated)) throw cause;
    }
  }
  throw new ToolError(
    "FILE_BUSY",
    "The file is changed by others faster than this call can follow; nothing was changed. Wait a moment and try again.",
    { data: { path: request.path } },
  );
}

/** Each attempt takes the turn of the file that the path leads to by then: it may be another than before. */
async function attemptChange(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  context: CallContext,
): Promise<Answered> {
  const { locks } = context.workspace;
  const resolved = await findResolved(request.path, context);
  const key = resolved?.realPath ?? request.path ?? "";
  // What was found out before a wait may not be so after it.
  const asked = resolved !== undefined && locks.isFree(key) ? { ...request, resolved } : request;
  const takeTurn = <T>(action: () => Promise<T>): Promise<T> => locks.takeTurn(key, action);
  const turn = await takeTurn(() => planAndExecute(tool, asked, key, context));
  if ("outcome" in turn) return turn.outcome;
  const permitted = await turn.asked;
  return takeTurn(async () => {
    const now = await requireStillSo(tool, permitted, context);
    return execute(tool, permitted, key, { ...now, hasWaited: true });
  });
}

async function planAndExecute(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  key: string,
  context: CallContext,
): Promise<Turn> {
  context.signal?.throwIfAborted();
  const plan: Plan = await tool.check(await refuseDenied(tool, request, context), context);
  const permitted = requirePermission(tool, plan, context);
  if (permitted instanceof Promise) return { asked: awaitedLater(permitted) };
  return { outcome: await execute(tool, permitted, key, context) };
}

/** The lock among processes is held for the change alone, and what the agent now knows is recorded under it. */
async function execute(
  tool: AnyTool,
  { plan, permit: decision }: Permitted,
  key: string,
  context: CallContext,
): Promise<Answered> {
  const { workspace, signal } = context;
  signal?.throwIfAborted();
  const change = async (hasWaited: boolean): Promise<Answered> => {
    const around = { ...context, decision, hasWaited: hasWaited || context.hasWaited === true };
    const outcome: Answered = await tool.execute(plan, around);
    recordKnown(outcome.ledger, context);
    announce(outcome.events, context);
    return outcome;
  };
  return workspace.locks.hold(key, change, signal);
}

/** Where the path leads; where that can't be found out, the check will say why. */
async function findResolved(
  path: AbsolutePath | undefined,
  { workspace }: CallContext,
): Promise<ResolvedPath | undefined> {
  if (path === undefined) return undefined;
  try {
    return await workspace.fileSystem.resolve(path);
  } catch (cause) {
    if (cause instanceof FileSystemError) return undefined;
    throw cause;
  }
}
