/**
 * The one pipeline: parse input → guard path → deny rules → check → permission → lock → execute → record → notify →
 * render → bound. Every tool and every door goes through it; a failure at any step answers, it never throws.
 */
import { randomUUID } from "node:crypto";
import type { ErrorCode } from "../errors/codes.js";
import { ToolError } from "../errors/tool-error.js";
import type { MaybePromise } from "../fs/file-system.js";
import { guardPath } from "../fs/guard-path.js";
import type { FileReport } from "../lsp/diagnostics-report.js";
import type { EventDraft } from "../notify/events.js";
import { restoreEntry } from "../session/saved-ledger.js";
import { announce } from "./announce.js";
import { boundResult } from "./bound-result.js";
import { changeInTurn } from "./change-in-turn.js";
import type { CallContext, CallOrigin } from "./context.js";
import { countCharacters } from "./count-characters.js";
import type { Answered, AnyTool, Block, CheckRequest, Plan } from "./define-tool.js";
import { createCallTokens } from "./host-hooks.js";
import { PlanOutdated } from "./plan-outdated.js";
import { recordKnown, recordRefusal } from "./record-known.js";
import {
  type Permitted,
  refuseDenied,
  requirePermission,
  requireStillSo,
  withPresentRules,
} from "./require-permission.js";
import { refuseConfined, toToolError } from "./translate-failure.js";
import { withWholeCharacters } from "./whole-characters.js";
import { withComments } from "./with-comments.js";
import { withDiagnostics } from "./with-diagnostics.js";
import { withGitDiff } from "./with-git-diff.js";

/** So often a person is asked about a path that never keeps still. */
const MAX_ATTEMPTS = 5;

/** What was in force a moment ago is good enough for a look, not for a change. */
const atAGlance = { isExact: false } as const;
const exactly = { isExact: true } as const;

export interface CallError {
  readonly code: ErrorCode;
  /** The number that tools of this kind have given the condition, where there is one. */
  readonly errorCode?: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export interface CallResult<Output = unknown> {
  /** What the model sees. */
  readonly content: readonly Block[];
  /** What programs see; undefined when the call failed. */
  readonly output: Output | undefined;
  readonly isError: boolean;
  readonly error?: CallError;
  /** What language servers say of this call's change, and of earlier ones whose results could not tell yet. */
  readonly diagnostics?: readonly FileReport[];
}

/** What is found out about a call on its way, for its end. */
interface NamedCall {
  path?: string;
  /** What people said while they allowed it. */
  comments?: Set<string>;
}

export async function run(tool: AnyTool, rawInput: unknown, context: CallOrigin): Promise<CallResult> {
  const startedAt = performance.now();
  const named: NamedCall = {};
  let result: CallResult;
  let advice: EventDraft | undefined;
  try {
    result = await runSteps(tool, rawInput, context, named);
  } catch (cause) {
    recordRefusal(cause, context);
    result = await answerFailure(cause, tool, context);
    advice = findAdvice(cause, tool, named.path);
  }
  if (named.comments !== undefined) result = withComments(result, named.comments);
  result = withWholeCharacters(result);
  const finished = {
    type: "call-finished",
    tool: tool.name,
    path: named.path,
    durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
    isError: result.isError,
    code: result.error?.code,
    characters: countCharacters(result.content),
  } as const;
  announce(advice === undefined ? [finished] : [finished, advice], context);
  return result;
}

/** Waits only for what is a promise: a call that needs none ends in the turn it began, with its garbage still young. */
async function runSteps(
  tool: AnyTool,
  rawInput: unknown,
  origin: CallOrigin,
  call: NamedCall,
): Promise<CallResult> {
  const { workspace, permissions, signal } = origin;
  signal?.throwIfAborted();
  const request = parseRequest(tool, rawInput, origin);
  if (request.path !== undefined) call.path = request.path;
  if (origin.answers?.some(({ answer }) => answer.answer === "deny") === true) {
    const { refuseDeniedBefore } = await import("./ask-about.js");
    await refuseDeniedBefore(request, origin.answers, origin);
  }
  const loaded = permissions.policy(tool.traits.readOnly ? atAGlance : exactly);
  const policy = loaded instanceof Promise ? await loaded : loaded;
  if (!origin.session.isSettled) await settleSession(origin);
  const state = workspace.access.findState();
  if (state instanceof Promise) await state;
  const { proof } = origin;
  const context: CallContext = {
    ...origin,
    policy,
    tokens: createCallTokens(origin),
    onComment: (comment) => (call.comments ??= new Set()).add(comment),
    ...(proof === undefined ? {} : { seen: restoreEntry(proof) }),
  };
  const done = tool.traits.readOnly
    ? lookAndExecute(tool, request, context)
    : changeInTurn(tool, request, context);
  const outcome = done instanceof Promise ? await done : done;
  const bounded = boundResult(tool, tool.render(outcome), context);
  const content = bounded instanceof Promise ? await bounded : bounded;
  const result = { content, output: outcome.output, isError: false };
  origin.onActed?.();
  const told = withDiagnostics(result, context);
  return tool.traits.readOnly ? told : withGitDiff(told, outcome, context);
}

/** What the settings files say of limits and change rules is taken over with the session's first call, and not again. */
export async function settleSession({
  session,
  permissions,
}: Pick<CallOrigin, "session" | "permissions">): Promise<void> {
  const { settings } = await permissions.workspace.load(atAGlance);
  session.settle(settings?.session ?? {});
}

/** The first steps of every call: its input is what the tool takes, and its path one that may be looked at. */
export function parseRequest(
  tool: AnyTool,
  rawInput: unknown,
  { workspace }: CallOrigin,
): CheckRequest<unknown> {
  const input: unknown = tool.input.parse(rawInput, tool.name);
  const named = tool.pathOf(input);
  return { input, path: named === undefined ? undefined : guardPath(named, workspace.surroundings) };
}

function checkAndExecute(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  context: CallContext,
): MaybePromise<Answered> {
  const execute = ({ plan }: Permitted, now: CallContext): MaybePromise<Answered> => {
    context.signal?.throwIfAborted();
    const executed: MaybePromise<Answered> = tool.execute(plan, now);
    return executed instanceof Promise
      ? executed.then((outcome) => recorded(outcome, context))
      : recorded(executed, context);
  };
  const proceed = (plan: Plan): MaybePromise<Answered> => {
    const permitted = requirePermission(tool, plan, context);
    return permitted instanceof Promise
      ? permitted.then((approved) => executeIfStillSo(approved))
      : execute(permitted, context);
  };
  const executeIfStillSo = async (permitted: Permitted): Promise<Answered> => {
    const isAsked = permitted.permit === "approved";
    return execute(permitted, isAsked ? await requireStillSo(tool, permitted, context) : context);
  };
  const check = (undenied: CheckRequest<unknown>): MaybePromise<Answered> => {
    const checked: MaybePromise<Plan> = tool.check(undenied, context);
    return checked instanceof Promise ? checked.then(proceed) : proceed(checked);
  };
  const undenied = refuseDenied(tool, request, context);
  return undenied instanceof Promise ? undenied.then(check) : check(undenied);
}

/** A path that leads elsewhere by the time a person has answered is looked at anew, and asked about. */
function lookAndExecute(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  context: CallContext,
  attempt: number = 1,
): MaybePromise<Answered> {
  const done = checkAndExecute(tool, request, context);
  if (!(done instanceof Promise)) return done;
  return done.catch(async (cause: unknown) => {
    if (!(cause instanceof PlanOutdated)) throw cause;
    if (attempt < MAX_ATTEMPTS)
      return lookAndExecute(tool, request, await withPresentRules(context), attempt + 1);
    throw new ToolError(
      "FILE_BUSY",
      "The path leads elsewhere each time the user has answered. Wait a moment and try again.",
      { data: { path: request.path } },
    );
  });
}

function recorded(outcome: Answered, context: CallContext): Answered {
  recordKnown(outcome.ledger, context);
  announce(outcome.events, context);
  return outcome;
}

/** An answer that failed; doors use it for what never reached the pipeline, such as an unknown tool. */
export function failure(error: ToolError): CallResult {
  const { code, data } = error;
  const message = error.message.toWellFormed();
  const number = data["errorCode"];
  const errorCode = typeof number === "number" ? { errorCode: number } : {};
  const content = [{ type: "text" as const, text: message }];
  return { content, output: undefined, isError: true, error: { code, ...errorCode, data, message } };
}

/** What the sandbox of the engine makes of a place outside it. */
const confinedCodes: ReadonlySet<string> = new Set(["ACCESS_DENIED", "READ_ONLY_DISK"]);

/** Whatever was thrown on the way, as an answer. */
export async function answerFailure(cause: unknown, tool: AnyTool, context: CallOrigin): Promise<CallResult> {
  const found = toToolError(cause, context.signal) ?? reportInternal(cause, tool, context);
  const isFromSandbox = confinedCodes.has(found.code) && context.workspace.isConfined;
  const error = isFromSandbox ? refuseConfined(found) : found;
  if (error.code !== "PATH_NOT_ABSOLUTE") return failure(error);
  const { namePathUnderRoots } = await import("./refuse-relative.js");
  return failure(await namePathUnderRoots(error, context));
}

/** Tells people how to allow what was refused; the model is told to ask them. */
function findAdvice(
  cause: unknown,
  { name: tool }: AnyTool,
  path: string | undefined,
): EventDraft | undefined {
  if (!(cause instanceof ToolError) || cause.forPerson === undefined) return undefined;
  const { message: refusal, forPerson: advice } = cause;
  return { type: "permission-unanswered", tool, path, refusal, advice };
}

/** Internals never reach the model; the host finds them by the reference in an event. */
function reportInternal(cause: unknown, tool: AnyTool, context: CallOrigin): ToolError {
  const reference = randomUUID().slice(0, 8);
  announce([{ type: "internal-error", tool: tool.name, reference, error: cause }], context);
  return new ToolError(
    "INTERNAL",
    `${tool.name} failed for a reason of its own (reference ${reference}). Try once more; if it fails again, tell the user.`,
    { data: { reference }, cause },
  );
}
