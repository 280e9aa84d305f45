/**
 * The last things that happened in all engines, numbered in the order in which they arrived here. Every page has a place
 * among them and none has a queue, so that a page which is slow or asleep costs nothing.
 */
import type { EventJson } from "../../notify/event-json.js";
import type { ActivityEvent } from "../contract.js";

/** Some minutes of a busy agent; a page that was away for longer begins with these. */
const MAX_KEPT = 2000;

export interface FeedPart {
  readonly events: readonly ActivityEvent[];
  /** How many were let go of since the given place. */
  readonly missed: number;
}

export class ActivityFeed {
  readonly #kept: ActivityEvent[] = [];
  readonly #listeners = new Set<() => void>();
  #cursor = 0;

  /** The number of the newest event; 0 while there is none. */
  get newest(): number {
    return this.#cursor;
  }

  add(engine: string, event: EventJson): void {
    this.#cursor += 1;
    this.#kept.push({ cursor: this.#cursor, engine, event: shorten(event) });
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    for (const listener of this.#listeners) listener();
  }

  /** What came after a place, at most so many. */
  readAfter(cursor: number, max: number): FeedPart {
    const first = this.#kept[0]?.cursor ?? this.#cursor + 1;
    const from = Math.max(cursor + 1, first);
    const events = this.#kept.slice(from - first, from - first + max);
    return { events, missed: from - (cursor + 1) };
  }

  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** Engines of other processes may say anything, and two thousand of those are kept. */
const MAX_EVENT_CHARACTERS = 32_000;
const MAX_VALUE_CHARACTERS = 5000;
const MAX_VALUES = 32;

/** Of one that is too large, what is short by itself. */
function shorten(event: EventJson): EventJson {
  if (JSON.stringify(event).length <= MAX_EVENT_CHARACTERS) return event;
  const short = Object.entries(event).filter(
    ([name, value]) => name.length + JSON.stringify(value).length <= MAX_VALUE_CHARACTERS,
  );
  return {
    ...Object.fromEntries(short.slice(0, MAX_VALUES)),
    type: event.type.slice(0, MAX_VALUE_CHARACTERS),
  };
}
