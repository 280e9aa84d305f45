/**
 * Delivers events to listeners, at once and in the order of their numbers: an event that arises while another is on
 * its way waits for it. A listener that throws, or whose promise fails, is reported as an event of its own and changes
 * nothing for the call or the other listeners. Who would rather read at their own pace is given a stream.
 */
import type { EventsMissed } from "./event-cursor.js";
import { EventRing, type RingLimits } from "./event-ring.js";
import { EventStream, type StreamOptions } from "./event-stream.js";
import type { EventDraft, EventType, WorkspaceEvent } from "./events.js";

export type Listener<Type extends EventType> = (event: WorkspaceEvent<Type>) => unknown;

export interface EventSource {
  /** Calls `listener` for each event of `type` ("*" for all) until the returned function is called. */
  on<Type extends EventType>(type: Type, listener: Listener<Type>): () => void;
  on(type: "*", listener: Listener<EventType>): () => void;
  /** Events in their order, those that are kept first, for a reader at its own pace. */
  stream<Type extends EventType = EventType>(
    options?: StreamOptions<Type>,
  ): AsyncIterableIterator<WorkspaceEvent<Type> | EventsMissed>;
}

export interface EventOrigin {
  readonly sessionId: string;
  readonly callId: string;
  /** The agent, where its name was proved. */
  readonly agent?: string | undefined;
}

/** Something that is to happen only while events of a type are heard. */
interface Demand {
  readonly type: EventType;
  readonly start: () => () => void;
  stop: (() => void) | undefined;
}

/** One registration; the same function may come more than once. */
interface Registration {
  readonly listener: Listener<EventType>;
  isOver: boolean;
}

export class EventHub implements EventSource {
  readonly #registrations = new Map<string, Set<Registration>>();
  readonly #now: () => number;
  readonly #waiting: WorkspaceEvent[] = [];
  readonly #demands: Demand[] = [];
  readonly #observers = new Set<Listener<EventType>>();
  #isDelivering = false;
  #sequence = 0;
  #ring: EventRing | undefined;
  /** The bounds within which events are kept though nobody reads them yet. */
  #kept: RingLimits | undefined;
  /** Someone reads what is kept, or did and may go on. */
  #isStreamed = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  on<Type extends EventType>(type: Type | "*", listener: Listener<Type>): () => void {
    const registrations = this.#registrations.get(type) ?? new Set();
    this.#registrations.set(type, registrations);
    const registration: Registration = { listener: listener as Listener<EventType>, isOver: false };
    registrations.add(registration);
    this.#meetDemands();
    return () => {
      registration.isOver = true;
      registrations.delete(registration);
      // Nobody is left to hear of it: then no such event need be made.
      if (registrations.size === 0 && this.#registrations.get(type) === registrations) {
        this.#registrations.delete(type);
        this.#meetDemands();
      }
    };
  }

  /** Calls `observer` for every event that is made anyway; nothing is made, or looked for, on its account. */
  observe(observer: Listener<EventType>): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Calls `start` when somebody begins to listen for events of this type, and what it answered when nobody does any more. */
  whileHeard(type: EventType, start: () => () => void): void {
    this.#demands.push({ type, start, stop: undefined });
    this.#meetDemands();
  }

  #meetDemands(): void {
    for (const demand of this.#demands) {
      const isWanted = this.#isStreamed || this.#hasListener(demand.type);
      if (isWanted === (demand.stop !== undefined)) continue;
      const { stop } = demand;
      // Set first: what is started listens, and is heard of here again.
      demand.stop = isWanted ? () => undefined : undefined;
      if (isWanted) demand.stop = demand.start();
      else stop?.();
    }
  }

  stream<Type extends EventType = EventType>(options: StreamOptions<Type> = {}): EventStream<Type> {
    const stream = new EventStream(this.#getRing({}), options);
    this.#isStreamed = true;
    this.#meetDemands();
    return stream;
  }

  /** Keeps the last events from now on, for those who come later than what they want to hear of. */
  keepEvents(limits: RingLimits = {}): EventRing {
    this.#kept = limits;
    return this.#getRing(limits);
  }

  /** Ends the streams, once they have told what there is. Listeners stay, and what happens later can be streamed anew. */
  close(): void {
    this.#ring?.close();
    this.#ring = undefined;
    this.#isStreamed = false;
    this.#meetDemands();
    if (this.#kept !== undefined) this.#getRing(this.#kept);
  }

  #getRing(limits: RingLimits): EventRing {
    if (this.#ring === undefined) this.#ring = new EventRing(this.#sequence + 1, limits);
    else this.#ring.widen(limits);
    return this.#ring;
  }

  /** False while no one would hear an event, so that none need be made. */
  get isHeard(): boolean {
    return this.#registrations.size > 0 || this.#ring !== undefined;
  }

  /** Whether anyone would hear an event of this type. */
  hears(type: EventType): boolean {
    return this.#ring !== undefined || this.#hasListener(type);
  }

  #hasListener(type: EventType): boolean {
    return this.#registrations.has(type) || this.#registrations.has("*");
  }

  emit(draft: EventDraft, { sessionId, callId, agent }: EventOrigin): void {
    this.#sequence += 1;
    if (!this.isHeard) return;
    // The draft's own fields last: adding to a copy takes twenty times as long as copying into what is there.
    const event =
      agent === undefined
        ? { sequence: this.#sequence, at: this.#now(), sessionId, callId, ...draft }
        : { sequence: this.#sequence, at: this.#now(), sessionId, callId, agent, ...draft };
    this.#ring?.add(event);
    this.#waiting.push(event);
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    for (let event = this.#waiting.shift(); event !== undefined; event = this.#waiting.shift()) {
      this.#deliver(event);
    }
    this.#isDelivering = false;
  }

  #deliver(event: WorkspaceEvent): void {
    // Those who are there now: one that comes meanwhile, perhaps in its own place, hears of the next event.
    const present = [event.type, "*"].flatMap((key) => [...(this.#registrations.get(key) ?? [])]);
    for (const registration of present) {
      if (!registration.isOver) this.#call(registration.listener, event);
    }
    for (const observer of this.#observers) this.#call(observer, event);
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
