/**
 * Room for the bodies that are under way. Each is bounded by itself; a few dozen that are sent slowly would still be more
 * than a process can hold. Neither one session nor one token can take all of it. What ordinary calls need is not counted, so that they are
 * taken however full it is.
 */
const FREE_BYTES = 64 * 1024;

export interface Share {
  /** Asks for room for so many bytes in all; false when there is none. */
  grow(size: number): boolean;
  /** Gives back everything. */
  end(): void;
}

/** Whose bodies are counted together. */
export interface BodyHolder {
  /** See `holderOf`. */
  readonly token: string;
  /** The id of a session that exists and belongs to the token; `undefined` for what belongs to none. */
  readonly session?: string | undefined;
}

export interface RoomLimits {
  readonly maxHeldBytes: number;
  readonly maxHeldBytesPerToken: number;
  readonly maxHeldBytesPerSession: number;
}

export class BodyRoom {
  readonly #limits: RoomLimits;
  readonly #bySession = new Map<string, number>();
  readonly #byToken = new Map<string, number>();
  #held = 0;

  constructor(limits: RoomLimits) {
    this.#limits = limits;
  }

  open({ token, session = "" }: BodyHolder): Share {
    const { maxHeldBytes, maxHeldBytesPerToken, maxHeldBytesPerSession } = this.#limits;
    const inToken = `${token} ${session}`;
    let own = 0;
    const add = (bytes: number): void => {
      own += bytes;
      this.#held += bytes;
      addTo(this.#byToken, token, bytes);
      addTo(this.#bySession, inToken, bytes);
    };
    return {
      grow: (size) => {
        const more = Math.max(size - FREE_BYTES, 0) - own;
        const isTooMuch =
          this.#held + more > maxHeldBytes ||
          (this.#byToken.get(token) ?? 0) + more > maxHeldBytesPerToken ||
          (this.#bySession.get(inToken) ?? 0) + more > maxHeldBytesPerSession;
        if (!isTooMuch) add(more);
        return !isTooMuch;
      },
      end: () => add(-own),
    };
  }
}

function addTo(counts: Map<string, number>, key: string, bytes: number): void {
  const left = (counts.get(key) ?? 0) + bytes;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
