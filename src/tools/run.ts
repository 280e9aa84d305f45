/**
 * The one pipeline: parse input → guard path → check → permission → lock → execute → record → notify → render →
 * bound. Every tool and every door goes through it; a failure at any step answers, it never throws.
 */
import { randomUUID } from "node:crypto";
import type { ErrorCode } from "../errors/codes.js";
import { ToolError } from "../errors/tool-error.js";
import type { MaybePromise } from "../fs/file-system.js";
import { guardPath } from "../fs/guard-path.js";
import type { EventDraft } from "../notify/events.js";
import { boundResult } from "./bound-result.js";
import { changeInTurn } from "./change-in-turn.js";
import type { CallContext } from "./context.js";
import type { Answered, AnyTool, Block, CheckRequest, Plan } from "./define-tool.js";
import { requirePermission } from "./require-permission.js";
import { toToolError } from "./translate-failure.js";

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
}

export async function run(tool: AnyTool, rawInput: unknown, context: CallContext): Promise<CallResult> {
  const startedAt = context.workspace.now();
  let result: CallResult;
  try {
    result = await runSteps(tool, rawInput, context);
  } catch (cause) {
    result = failure(toToolError(cause, context.signal) ?? reportInternal(cause, tool, context));
  }
  emit(context, {
    type: "call-finished",
    tool: tool.name,
    durationMs: context.workspace.now() - startedAt,
    isError: result.isError,
    code: result.error?.code,
  });
  return result;
}

/** Waits only for what is a promise: a call that needs none ends in the turn it began, with its garbage still young. */
async function runSteps(tool: AnyTool, rawInput: unknown, context: CallContext): Promise<CallResult> {
  const { workspace, signal } = context;
  signal?.throwIfAborted();
  const input: unknown = tool.input.parse(rawInput, tool.name);
  const named = tool.pathOf(input);
  const path = named === undefined ? undefined : guardPath(named, workspace.surroundings);
  const request = { input, path };
  const done = tool.traits.readOnly
    ? checkAndExecute(tool, request, context)
    : changeInTurn(tool, request, context);
  const outcome = done instanceof Promise ? await done : done;
  for (const event of outcome.events ?? []) emit(context, event);
  const bounded = boundResult(tool, tool.render(outcome), context);
  return {
    content: bounded instanceof Promise ? await bounded : bounded,
    output: outcome.output,
    isError: false,
  };
}

function checkAndExecute(
  tool: AnyTool,
  request: CheckRequest<unknown>,
  context: CallContext,
): MaybePromise<Answered> {
  const execute = (plan: Plan): MaybePromise<Answered> => {
    context.signal?.throwIfAborted();
    const executed: MaybePromise<Answered> = tool.execute(plan, context);
    return executed instanceof Promise
      ? executed.then((outcome) => recorded(outcome, context))
      : recorded(executed, context);
  };
  const proceed = (plan: Plan): MaybePromise<Answered> => {
    const permitted = requirePermission(tool, plan, context);
    return permitted instanceof Promise ? permitted.then(() => execute(plan)) : execute(plan);
  };
  const checked: MaybePromise<Plan> = tool.check(request, context);
  return checked instanceof Promise ? checked.then(proceed) : proceed(checked);
}

function recorded(outcome: Answered, { session }: CallContext): Answered {
  if (outcome.ledger !== undefined) session.ledger.record(outcome.ledger);
  return outcome;
}

/** An answer that failed; doors use it for what never reached the pipeline, such as an unknown tool. */
export function failure(error: ToolError): CallResult {
  const { code, data, message } = error;
  const number = data["errorCode"];
  const errorCode = typeof number === "number" ? { errorCode: number } : {};
  const content = [{ type: "text" as const, text: message }];
  return { content, output: undefined, isError: true, error: { code, ...errorCode, data, message } };
}

/** Internals never reach the model; the host finds them by the reference in an event. */
function reportInternal(cause: unknown, tool: AnyTool, context: CallContext): ToolError {
  const reference = randomUUID().slice(0, 8);
  emit(context, { type: "internal-error", tool: tool.name, reference, error: cause });
  return new ToolError(
    "INTERNAL",
    `${tool.name} failed for a reason of its own (reference ${reference}). Try once more; if it fails again, tell the user.`,
    { data: { reference }, cause },
  );
}

function emit(context: CallContext, event: EventDraft): void {
  context.workspace.events.emit(event, { sessionId: context.session.id, callId: context.callId });
}
