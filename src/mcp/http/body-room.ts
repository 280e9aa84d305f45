/**
 * Room for the bodies that are under way. Each is bounded by itself; a few dozen that are sent slowly would still be more
 * than a process can hold. One session can't take all of it. What ordinary calls need is not counted, so that they are
 * taken however full it is.
 */
const FREE_BYTES = 64 * 1024;

export interface Share {
  /** Asks for room for so many bytes in all; false when there is none. */
  grow(size: number): boolean;
  /** Gives back everything. */
  end(): void;
}

export interface RoomLimits {
  readonly maxHeldBytes: number;
  readonly maxHeldBytesPerSession: number;
}

export class BodyRoom {
  readonly #limits: RoomLimits;
  readonly #bySession = new Map<string, number>();
  #held = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  open(session: string): Share {
    let own = 0;
    return {
      grow: (size) => {
        const more = Math.max(size - FREE_BYTES, 0) - own;
        const { maxHeldBytes, maxHeldBytesPerSession } = this.#limits;
        const ofSession = (this.#bySession.get(session) ?? 0) + more;
        if (this.#held + more > maxHeldBytes || ofSession > maxHeldBytesPerSession) return false;
        this.#add(session, more);
        own += more;
        return true;
      },
      end: () => {
        this.#add(session, -own);
        own = 0;
      },
    };
  }

  #add(session: string, bytes: number): void {
    this.#held += bytes;
    const left = (this.#bySession.get(session) ?? 0) + bytes;
    if (left === 0) this.#bySession.delete(session);
    else this.#bySession.set(session, left);
  }
}
