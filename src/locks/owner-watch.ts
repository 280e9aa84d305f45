/**
 * Decides whether the owner of a lock is gone. A process of this host is asked after. Of any other owner only age can
 * tell: it counts as gone when its lock says it is older than a minute and has also been in our sight for a moment,
 * because another machine's clock may be wrong while locks are held for milliseconds. Text that tells no age is as old
 * as the time since we first saw it.
 */
import type { ProcessIdentity, ProcessLife } from "../fs/process-life.js";
import { findLockOwner } from "./lock-owner.js";

const GONE_AFTER_MS = 60_000;
const WATCH_AT_LEAST_MS = 500;
const MAX_REMEMBERED = 256;

export class OwnerWatch {
  readonly #host: string;
  readonly #life: ProcessLife;
  readonly #now: () => number;
  /** When each text was first seen; kept between acquisitions, for one alone may be shorter than a minute. */
  readonly #firstSeen = new Map<string, number>();

  constructor(self: ProcessIdentity, life: ProcessLife, now: () => number) {
    this.#host = self.host;
    this.#life = life;
    this.#now = now;
  }

  isGone(text: string): boolean {
    const owner = findLockOwner(text);
    if (owner?.host === this.#host) return !this.#life.isAlive(owner);
    const now = this.#now();
    const seenForMs = now - this.#firstSight(text, now);
    const ageMs = Math.max(seenForMs, owner === undefined ? 0 : now - owner.sinceMs);
    return ageMs > GONE_AFTER_MS && seenForMs >= WATCH_AT_LEAST_MS;
  }

  #firstSight(text: string, now: number): number {
    const known = this.#firstSeen.get(text);
    if (known !== undefined) return known;
    const [oldest] = this.#firstSeen.keys();
    if (oldest !== undefined && this.#firstSeen.size >= MAX_REMEMBERED) this.#firstSeen.delete(oldest);
    this.#firstSeen.set(text, now);
    return now;
  }
}
