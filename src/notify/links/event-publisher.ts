/**
 * Tells the listeners of this user what happens in a workspace: finds them in their folder, connects without waiting, and
 * lets go of those that are gone. No failure here is anyone's but the listener's.
 */
import { connectLocally } from "../../process/local-socket.js";
import type { EventRing } from "../event-ring.js";
import { EngineLink } from "./engine-link.js";
import type { ListenerName } from "./listener-name.js";
import { findAddress, findListeners, removeIfGone } from "./listeners-folder.js";
import type { EngineInfo } from "./protocol.js";

export interface PublisherOptions {
  /** What is kept of the events. */
  readonly getRing: () => EventRing;
  /** Where listeners put themselves. */
  readonly folder: string;
  readonly self: EngineInfo;
  readonly now: () => number;
  /** How long a listener may leave things unread. */
  readonly patienceMs?: number;
}

const MAX_LINKS = 16;
const PATIENCE_MS = 5000;
/** One that could not be reached, or was left, is tried again after this time. */
const RETRY_MS = 10_000;
/** What has not left the process by then does not matter enough to hold it up. */
const FLUSH_MS = 250;

export class EventPublisher {
  readonly #options: PublisherOptions;
  readonly #links = new Map<string, EngineLink>();
  readonly #retryAt = new Map<string, number>();

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Connects to listeners that have come since the last look. `foundAfter` is the last event before they were found. */
  look(foundAfter: number): void {
    const { folder, now } = this.#options;
    const moment = now();
    const found = findListeners(folder);
    for (const name of this.#retryAt.keys()) {
      if (!found.some((listener) => listener.name === name)) this.#retryAt.delete(name);
    }
    for (const listener of found) {
      const isDue = (this.#retryAt.get(listener.name) ?? moment) <= moment;
      if (isDue && !this.#links.has(listener.name) && this.#links.size < MAX_LINKS)
        this.#connect(listener, foundAfter);
    }
  }

  /** Has what happened so far leave the process, within a bound, and ends the connections. */
  async close(): Promise<void> {
    const links = [...this.#links.values()];
    if (links.length === 0) return;
    const tooLate = setTimeout(() => {
      for (const link of links) link.destroy();
    }, FLUSH_MS);
    await Promise.all(links.map((link) => link.finish()));
    clearTimeout(tooLate);
    // The workspace may be used again, and so may they.
    this.#retryAt.clear();
  }

  #connect(listener: ListenerName, foundAfter: number): void {
    const { getRing, folder, self, now, patienceMs = PATIENCE_MS } = this.#options;
    const { name } = listener;
    const address = findAddress(folder, listener);
    if (address === undefined) {
      this.#retryAt.set(name, now() + RETRY_MS);
      removeIfGone(folder, listener);
      return;
    }
    const onEnd = (failure: string | undefined): void => {
      this.#links.delete(name);
      this.#retryAt.set(name, now() + RETRY_MS);
      if (failure === "ECONNREFUSED" || failure === "ENOENT") removeIfGone(folder, listener);
    };
    const link = { ring: getRing(), foundAfter, self, patienceMs, onEnd };
    this.#links.set(name, new EngineLink(connectLocally(address), link));
  }
}
