/**
 * Functions that the host has given us. One that fails never fails a call: the call goes on as if the function had not
 * been given, and an event tells the host.
 */
import type { TokenCounter } from "../tokens/token-counter.js";
import type { HostHook } from "../workspace.js";
import type { CallOrigin } from "./context.js";

type HookCaller = Pick<CallOrigin, "workspace" | "session" | "callId">;

export function reportHookFailure(
  hook: HostHook,
  error: unknown,
  { workspace, session, callId }: HookCaller,
): void {
  workspace.reportHookFailure(hook, error, session.originOf(callId));
}

/** Calls a hook whose result does not matter. `onFailed` is called if it throws, or when the promise it returned rejects. */
export function notifyHook(
  hook: HostHook,
  act: () => unknown,
  caller: HookCaller,
  onFailed: () => void = () => undefined,
): void {
  const fail = (error: unknown): void => {
    onFailed();
    reportHookFailure(hook, error, caller);
  };
  try {
    const result = act();
    if (result instanceof Promise) result.catch(fail);
  } catch (error) {
    fail(error);
  }
}

export function createCallTokens(origin: CallOrigin): TokenCounter {
  const onFailure = (error: unknown): void => reportHookFailure("countTokens", error, origin);
  return origin.session.tokensFor({ signal: origin.signal, onFailure });
}
