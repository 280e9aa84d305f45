/**
 * What engines and listeners say to each other, one JSON object per line, each with a `kind`. Kinds that are not known are
 * passed over by both, so that either may learn new ones. An engine begins with "engine", a listener with "listener".
 */
import type { EventJson } from "../event-json.js";
import type { Message } from "./json-lines.js";

const PROTOCOL_VERSION = 1;

/** An engine introduces itself. */
export interface EngineInfo {
  /** Unlike that of any other engine, also of one in the same process. */
  readonly engine: string;
  readonly pid: number;
  readonly version: string;
  readonly roots: readonly string[];
  /** Whether it takes requests of listeners; see `desk-messages.ts`. */
  readonly hasDesk: boolean;
}

/** A listener introduces itself, and says from when on it wants to hear: milliseconds since 1970, or null for now. */
export interface ListenerInfo {
  readonly filewright: number;
  readonly since: number | null;
  /** Whether a person is there who answers questions. */
  readonly attends: boolean;
  /** Whether it wants texts and patches of changed files. */
  readonly wantsContent: boolean;
  /** The engine that it hears in another way, and has no use for here. */
  readonly except: string | undefined;
}

/** Names and roots come from another process: they are bounded before they are kept. */
const MAX_NAME = 200;
const MAX_PATH = 10_000;
const MAX_ROOTS = 1000;

export function engineMessage({ hasDesk, ...info }: EngineInfo): Message {
  return { kind: "engine", ...info, desk: hasDesk };
}

/** What is as it was before listeners could say so is left out. */
export function listenerMessage(info: Omit<ListenerInfo, "filewright">): Message {
  const { since, attends, wantsContent, except } = info;
  return {
    kind: "listener",
    filewright: PROTOCOL_VERSION,
    since,
    ...(attends ? { attends } : {}),
    ...(wantsContent ? {} : { content: false }),
    ...(except === undefined ? {} : { except }),
  };
}

/** The event is a message within the message: both have a `kind`. */
export function eventMessage(event: EventJson): Message {
  return { kind: "event", event };
}

export function findEngineInfo(message: Message): EngineInfo | undefined {
  const { kind, engine, pid, version, roots, desk } = message;
  const isEngine =
    kind === "engine" &&
    isText(engine, MAX_NAME) &&
    Number.isSafeInteger(pid) &&
    isText(version, MAX_NAME) &&
    Array.isArray(roots) &&
    roots.length <= MAX_ROOTS &&
    roots.every((root) => isText(root, MAX_PATH));
  return isEngine ? { engine, pid: pid as number, version, roots, hasDesk: desk === true } : undefined;
}

export function findListenerInfo(message: Message): ListenerInfo | undefined {
  const { kind, filewright, since, attends, content, except } = message;
  const isListener =
    kind === "listener" &&
    typeof filewright === "number" &&
    filewright >= PROTOCOL_VERSION &&
    (since === null || Number.isFinite(since));
  if (!isListener) return undefined;
  return {
    filewright,
    since: since as number | null,
    attends: attends === true,
    wantsContent: content !== false,
    except: isText(except, MAX_NAME) ? except : undefined,
  };
}

export function findEvent(message: Message): EventJson | undefined {
  const { kind, event } = message;
  const isEvent =
    kind === "event" &&
    typeof event === "object" &&
    event !== null &&
    "type" in event &&
    typeof event.type === "string";
  return isEvent ? (event as EventJson) : undefined;
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength;
}
