/** What the page knows of the server just now, as signals. Views read these; only the stream writes them. */
import type {
  ActivityEvent,
  EngineQuestion,
  EngineSummary,
  ServerInfo,
  StreamMessage,
} from "../../../src/console/contract.js";
import { type Connection, openStream } from "../api/stream.js";
import { CallBook } from "./calls.js";
import { Signal } from "./signal.js";

export const connection = new Signal<Connection>("connecting");
export const server = new Signal<ServerInfo | undefined>(undefined);
export const engines = new Signal<readonly EngineSummary[]>([]);
/** Newest first. */
export const questions = new Signal<readonly EngineQuestion[]>([]);
/** When the server last said something; undefined before it has. */
export const heardAt = new Signal<number | undefined>(undefined);
/** How often something was missed: what was loaded before may be old. */
export const gaps = new Signal(0);
/** The calls that were made, folded from events; `calls.value` is replaced at most once per frame. */
export const book: CallBook = new CallBook();

type EventListener = (event: ActivityEvent) => void;
const listeners = new Set<EventListener>();

/** Calls `listener` for every event that comes from now on, until the result is called. */
export function onEvent(listener: EventListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let cursor = 0;

export function goLive(): () => void {
  return openStream({
    onMessage: take,
    onConnection: (state) => (connection.value = state),
    whatIsKnown: () => ({ server: server.value?.id ?? "", cursor }),
  });
}

function take(message: StreamMessage): void {
  heardAt.value = Date.now();
  switch (message.kind) {
    case "hello":
      // Another server, or one that no longer knows where we were: all that was known is void.
      if (!message.isResumed) {
        cursor = 0;
        book.clear();
      }
      engines.value = message.engines;
      questions.value = message.questions;
      // Last: whoever hears of a new server does not find the questions of the old one.
      server.value = message.server;
      return;
    case "events":
      for (const event of message.events) {
        cursor = event.cursor;
        book.add(event);
        if (event.event.type === "events-missed") gaps.value += 1;
        for (const listener of listeners) listener(event);
      }
      return;
    case "missed":
      book.miss(message.count);
      gaps.value += 1;
      return;
    case "questions":
      questions.value = message.questions;
      return;
    case "engines":
      engines.value = message.engines;
      return;
    case "beat":
      return;
  }
}
