/**
 * What a question leaves with the client while a person thinks: which question it was, and what was answered before. It is
 * signed, bound to the caller and to the call, and good for one use.
 */
import { createHash, randomUUID } from "node:crypto";
import type { Suggestion } from "../permissions/ask.js";
import type { Arguments, Sealer } from "./conversation.js";

/** A person's answer, as far as it may go through a client's hands. */
export interface GivenAnswer {
  readonly answer: "allow" | "deny";
  readonly remember?: Suggestion;
  readonly reason?: string;
}

export interface RequestState {
  /** Names this state, so that it is used once. */
  readonly once: string;
  /** The call it belongs to: tool and arguments. */
  readonly call: string;
  /** The session's id and the call's in it, by which the call is continued. */
  readonly sessionId: string;
  readonly callId: string;
  /** The question that was asked, by all that the person saw of it. */
  readonly question: string;
  /** Which part of it the form showed, counted from 0: all before it have been shown. */
  readonly page?: number;
  /** What was answered to earlier questions of the same call. */
  readonly answers: readonly (GivenAnswer & { readonly question: string })[];
}

const PURPOSE = "request-state";

interface Bound {
  readonly sealer: Sealer;
  readonly principal: string;
  readonly method: string;
}

export function sealRequestState(
  state: Omit<RequestState, "once">,
  { sealer, principal, method }: Bound,
): string {
  return sealer.seal(PURPOSE, bindingOf(principal, method), { ...state, once: randomUUID() });
}

/** Throws when it was not made here, for another caller, or too long ago; the protocol then answers that it is not valid. */
export function openRequestState(sealed: string, { sealer, principal, method }: Bound): RequestState {
  const state = sealer.open(PURPOSE, bindingOf(principal, method), sealed);
  if (state === undefined) throw new Error("the request state is not ours, or too old");
  return state as RequestState;
}

/** A call by its tool and arguments: an answer to one does not count for another. */
export function digestCall(name: string, args: Arguments): string {
  return digest([name, args]);
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}

function bindingOf(principal: string, method: string): string {
  return JSON.stringify([principal, method]);
}
