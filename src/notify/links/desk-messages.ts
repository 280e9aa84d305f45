/**
 * What a listener asks of an engine's desk, and what it is answered. An engine tells besides that something at its desk has
 * changed, and a listener whether a person is there.
 */
import { clip } from "../../text/clip.js";
import type { Message } from "./json-lines.js";

export interface DeskRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

export interface DeskReply {
  readonly id: number;
  readonly outcome: { readonly result: unknown } | { readonly error: string };
}

const MAX_METHOD = 100;
const MAX_SENTENCE = 2000;

export const deskChangedMessage: Message = Object.freeze({ kind: "desk-changed" });

export function attendingMessage(is: boolean): Message {
  return { kind: "attending", is };
}

/** Undefined for any other message. */
export function findAttending({ kind, is }: Message): boolean | undefined {
  return kind === "attending" && typeof is === "boolean" ? is : undefined;
}

export function requestMessage({ id, method, params }: DeskRequest): Message {
  return { kind: "request", id, method, params };
}

export function findRequest({ kind, id, method, params }: Message): DeskRequest | undefined {
  const isRequest =
    kind === "request" &&
    Number.isSafeInteger(id) &&
    typeof method === "string" &&
    method.length <= MAX_METHOD;
  return isRequest ? { id: id as number, method, params } : undefined;
}

export function replyMessage({ id, outcome }: DeskReply): Message {
  return "error" in outcome
    ? { kind: "reply", id, error: clip(outcome.error, MAX_SENTENCE) }
    : { kind: "reply", id, result: outcome.result ?? null };
}

export function findReply({ kind, id, result, error }: Message): DeskReply | undefined {
  if (kind !== "reply" || !Number.isSafeInteger(id)) return undefined;
  const outcome = typeof error === "string" ? { error: clip(error, MAX_SENTENCE) } : { result };
  return { id: id as number, outcome };
}
