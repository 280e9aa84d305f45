/** A reader's place among the last events: all that a reader is, however slowly it reads. */
import type { EventRing } from "./event-ring.js";
import type { WorkspaceEvent } from "./events.js";

/** Events that are not to be had any more, the first and the last number included. */
export interface EventsMissed {
  readonly type: "events-missed";
  readonly from: number;
  readonly to: number;
}

export class EventCursor {
  readonly #ring: EventRing;
  #position: number;

  /** `since` is the last event that is known already; without it, the reader begins with what comes next. */
  constructor(ring: EventRing, since: number | undefined) {
    this.#ring = ring;
    // A number from beyond the present is another run's, of whose events nothing is known here.
    const last = since === undefined ? ring.next - 1 : Math.max(0, Math.floor(since));
    this.#position = Math.min(last + 1, ring.next);
  }

  /** Whether the ring has let go of events that were still to be read. */
  get isBehind(): boolean {
    return this.#position < this.#ring.oldest;
  }

  /** The next in order: an event, or word of those that are gone. Undefined when all has been read. */
  take(): WorkspaceEvent | EventsMissed | undefined {
    if (this.isBehind) {
      const { oldest } = this.#ring;
      const missed: EventsMissed = { type: "events-missed", from: this.#position, to: oldest - 1 };
      this.#position = oldest;
      return missed;
    }
    const event = this.#ring.find(this.#position);
    if (event !== undefined) this.#position += 1;
    return event;
  }
}
