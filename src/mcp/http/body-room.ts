/**
 * Room for the bodies that are under way. Each is bounded by itself; a few dozen that are sent slowly would still be more
 * than a process can hold. What ordinary calls need is not counted, so that they are taken however full it is.
 */
const FREE_BYTES = 64 * 1024;

export interface Share {
  /** Asks for room for so many bytes in all; false when there is none. */
  grow(size: number): boolean;
  /** Gives back everything. */
  end(): void;
}

export class BodyRoom {
  readonly #maxBytes: number;
  #held = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  open(): Share {
    let own = 0;
    return {
      grow: (size) => {
        const more = Math.max(size - FREE_BYTES, 0) - own;
        if (this.#held + more > this.#maxBytes) return false;
        this.#held += more;
        own += more;
        return true;
      },
      end: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}
