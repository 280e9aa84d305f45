/**
 * One reader of the last events and of those to come, in their order. It holds a place among them and no queue, so however
 * slowly it reads, nothing piles up: what has been let go of meanwhile is told as missed.
 */
import { EventCursor, type EventsMissed } from "./event-cursor.js";
import type { EventRing } from "./event-ring.js";
import type { EventType, WorkspaceEvent } from "./events.js";

export interface StreamOptions<Type extends EventType = EventType> {
  /** The number of the last event that is known already; those after it come first. Without it, only what is to come. */
  readonly since?: number;
  /** Only events of these types; all by default. */
  readonly types?: readonly Type[];
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

type Told<Type extends EventType> = WorkspaceEvent<Type> | EventsMissed;

/** Whoever has asked for an event that has not come yet. */
type Asking<Type extends EventType> = (result: IteratorResult<Told<Type>, undefined>) => void;

export class EventStream<Type extends EventType>
  implements AsyncIterableIterator<Told<Type>, undefined, undefined>
{
  readonly #ring: EventRing;
  readonly #cursor: EventCursor;
  readonly #types: ReadonlySet<EventType> | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #asking: Asking<Type>[] = [];
  #stopWaiting: () => void = () => undefined;
  #isEnded = false;

  constructor(ring: EventRing, { since, types, signal }: StreamOptions<Type>) {
    this.#ring = ring;
    this.#cursor = new EventCursor(ring, since);
    this.#types = types === undefined ? undefined : new Set(types);
    this.#signal = signal;
    if (signal?.aborted === true) this.#end();
    else signal?.addEventListener("abort", this.#end);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Told<Type>, undefined>> {
    return new Promise((tell) => {
      this.#asking.push(tell);
      this.#answer();
    });
  }

  return(): Promise<IteratorResult<Told<Type>, undefined>> {
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  readonly #end = (): void => {
    this.#isEnded = true;
    this.#signal?.removeEventListener("abort", this.#end);
    this.#answer();
  };

  /** Serves those who have asked, as far as there is something to tell. */
  readonly #answer = (): void => {
    this.#stopWaiting();
    while (this.#asking.length > 0) {
      const value = this.#isEnded ? undefined : this.#take();
      if (value !== undefined) {
        this.#asking.shift()?.({ done: false, value });
      } else if (this.#isEnded) {
        this.#asking.shift()?.({ done: true, value: undefined });
      } else if (this.#ring.isClosed) {
        this.#end();
      } else {
        this.#stopWaiting = this.#ring.wait(this.#answer);
        return;
      }
    }
  };

  #take(): Told<Type> | undefined {
    for (let told = this.#cursor.take(); told !== undefined; told = this.#cursor.take()) {
      const isWanted =
        told.type === "events-missed" || this.#types === undefined || this.#types.has(told.type);
      if (isWanted) return told as Told<Type>;
    }
    return undefined;
  }
}
