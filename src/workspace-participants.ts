/**
 * Who uses a workspace at the moment. Held weakly: a host that forgets a conversation without ending it must not have its
 * ledger kept for the sake of a list.
 */
import type { SessionPermissions } from "./permissions/session-permissions.js";
import type { Session } from "./session/session.js";

export interface Participant {
  readonly session: Session;
  readonly permissions: SessionPermissions;
}

export class Participants {
  readonly #present = new Map<string, WeakRef<Participant>>();
  readonly #listeners = new Set<() => void>();

  get size(): number {
    return this.#present.size;
  }

  /** Those that are still held by their host, in the order in which they came. */
  get all(): readonly Participant[] {
    return [...this.#present.values()].flatMap((held) => held.deref() ?? []);
  }

  find(sessionId: string): Participant | undefined {
    return this.#present.get(sessionId)?.deref();
  }

  enter(participant: Participant): void {
    const { id } = participant.session;
    if (this.#present.has(id)) return;
    this.#present.set(id, new WeakRef(participant));
    this.#tell();
  }

  leave(sessionId: string): void {
    if (this.#present.delete(sessionId)) this.#tell();
  }

  /** Tells when someone has come or gone; until the result is called. It must not throw. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
