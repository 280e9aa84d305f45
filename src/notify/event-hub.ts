/**
 * Delivers events to listeners, in order and at once. A listener that throws, or whose promise fails, is reported as
 * an event of its own and changes nothing for the call or the other listeners.
 */
import type { EventDraft, EventType, WorkspaceEvent } from "./events.js";

export type Listener<Type extends EventType> = (event: WorkspaceEvent<Type>) => unknown;

export interface EventSource {
  /** Calls `listener` for each event of `type` ("*" for all) until the returned function is called. */
  on<Type extends EventType>(type: Type, listener: Listener<Type>): () => void;
  on(type: "*", listener: Listener<EventType>): () => void;
}

export interface EventOrigin {
  readonly sessionId: string;
  readonly callId: string;
}

export class EventHub implements EventSource {
  readonly #listeners = new Map<string, Set<Listener<EventType>>>();
  readonly #now: () => number;
  #sequence = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  on<Type extends EventType>(type: Type | "*", listener: Listener<Type>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    const entry = listener as Listener<EventType>;
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  emit(draft: EventDraft, origin: EventOrigin): void {
    this.#sequence += 1;
    if (this.#listeners.size === 0) return;
    const event = { ...draft, sequence: this.#sequence, at: this.#now(), ...origin } as WorkspaceEvent;
    for (const key of [draft.type, "*"]) {
      for (const listener of this.#listeners.get(key) ?? []) this.#deliver(listener, event);
    }
  }

  #deliver(listener: Listener<EventType>, event: WorkspaceEvent): void {
    const fail = (error: unknown): void => {
      // A listener that fails on its own failure report has had its say.
      if (event.type === "listener-failed") return;
      this.emit({ type: "listener-failed", failedOn: event.type, error }, event);
    };
    try {
      const result = listener(event);
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  }
}
