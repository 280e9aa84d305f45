/**
 * Delivers events to listeners, at once and in the order of their numbers: an event that arises while another is on
 * its way waits for it. A listener that throws, or whose promise fails, is reported as an event of its own and changes
 * nothing for the call or the other listeners.
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

/** One registration; the same function may come more than once. */
interface Registration {
  readonly listener: Listener<EventType>;
}

export class EventHub implements EventSource {
  readonly #registrations = new Map<string, Set<Registration>>();
  readonly #now: () => number;
  readonly #waiting: WorkspaceEvent[] = [];
  #isDelivering = false;
  #sequence = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  on<Type extends EventType>(type: Type | "*", listener: Listener<Type>): () => void {
    const registrations = this.#registrations.get(type) ?? new Set();
    this.#registrations.set(type, registrations);
    const registration: Registration = { listener: listener as Listener<EventType> };
    registrations.add(registration);
    return () => {
      registrations.delete(registration);
    };
  }

  /** False while no one would hear an event, so that none need be made. */
  get isHeard(): boolean {
    return this.#registrations.size > 0;
  }

  emit(draft: EventDraft, { sessionId, callId }: EventOrigin): void {
    this.#sequence += 1;
    if (this.#registrations.size === 0) return;
    this.#waiting.push({ ...draft, sequence: this.#sequence, at: this.#now(), sessionId, callId });
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      this.#deliver(event);
    }
    this.#isDelivering = false;
  }

  #deliver(event: WorkspaceEvent): void {
    for (const key of [event.type, "*"]) {
      for (const { listener } of this.#registrations.get(key) ?? []) this.#call(listener, event);
    }
  }

  #call(listener: Listener<EventType>, event: WorkspaceEvent): void {
    const fail = (error: unknown): void => {
      // A listener that fails on the report of a failure has had its say.
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
