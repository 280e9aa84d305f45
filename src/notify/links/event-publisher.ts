/**
 * Tells the listeners of this user what happens in a workspace: finds them in their folder, connects without waiting, and
 * lets go of those that are gone. No failure here is anyone's but the listener's.
 */
import { connectLocally } from "../../process/local-socket.js";
import { withinTime } from "../../process/within-time.js";
import type { EventRing } from "../event-ring.js";
import { EngineLink, NOT_WANTED } from "./engine-link.js";
import type { OfferedDesk } from "./linked-desk.js";
import type { ListenerName } from "./listener-name.js";
import { findAddress, findListeners, removeIfGone } from "./listeners-folder.js";
import type { EngineInfo } from "./protocol.js";

export interface PublisherOptions {
  /** What is kept of the events. */
  readonly getRing: () => EventRing;
  /** The number of the last event so far. */
  readonly getLast: () => number;
  /** Where listeners put themselves. */
  readonly folder: string;
  readonly self: Omit<EngineInfo, "hasDesk">;
  readonly now: () => number;
  /** What listeners may ask, where something is offered by now. */
  readonly findDesk?: () => (() => Promise<OfferedDesk>) | undefined;
  /** How long a listener may leave things unread. */
  readonly patienceMs?: number;
}

const MAX_LINKS = 16;
const PATIENCE_MS = 5000;
/** One that could not be reached, or was left, is tried again after this time. */
const RETRY_MS = 10_000;
/** What has not left the process by then does not matter enough to hold it up. */
const FLUSH_MS = 250;
/** A person's console on this machine answers in a few milliseconds; a call waits no longer than this to find out. */
const SEEK_MS = 500;
/** When a person's listener has gone, others are looked for so often: questions may be waiting, while nothing happens. */
const REPLACEMENT = { everyMs: 500, times: 60 } as const;

export class EventPublisher {
  readonly #options: PublisherOptions;
  readonly #links = new Map<string, EngineLink>();
  readonly #retryAt = new Map<string, number>();
  #replacing: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** The same, and waits a moment for those that say that a person is there. */
  async seek(foundAfter: number, isFound: () => boolean): Promise<void> {
    const known = new Set(this.#links.values());
    this.look(foundAfter);
    const greetings = [...this.#links.values()]
      .filter((link) => !known.has(link) || !link.isGreeted)
      .map(({ greeted }) => greeted);
    if (greetings.length === 0) return;
    // The first will do.
    const found = greetings.map(async (greeted) => {
      await greeted;
      if (!isFound()) throw new Error("nobody is there");
    });
    await withinTime(Promise.any(found), SEEK_MS, undefined);
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
    clearInterval(this.#replacing);
    const links = [...this.#links.values()];
    if (links.length === 0) return;
    this.#isClosing = true;
    const tooLate = setTimeout(() => {
      for (const link of links) link.destroy();
    }, FLUSH_MS);
    await Promise.all(links.map((link) => link.finish()));
    clearTimeout(tooLate);
    // The workspace may be used again, and so may they.
    this.#retryAt.clear();
    this.#isClosing = false;
  }

  /** A console that is started again is another listener, and questions wait for it only so long. */
  #seekReplacement(): void {
    clearInterval(this.#replacing);
    let rounds = 0;
    const timer = setInterval(() => {
      rounds += 1;
      const isFound = [...this.#links.values()].some(({ isAttended }) => isAttended);
      if (isFound || rounds > REPLACEMENT.times) clearInterval(timer);
      else this.look(this.#options.getLast());
    }, REPLACEMENT.everyMs).unref();
    this.#replacing = timer;
  }

  #connect(listener: ListenerName, foundAfter: number): void {
    const { getRing, folder, now, findDesk, patienceMs = PATIENCE_MS } = this.#options;
    const { name } = listener;
    const address = findAddress(folder, listener);
    if (address === undefined) {
      this.#retryAt.set(name, now() + RETRY_MS);
      removeIfGone(folder, listener);
      return;
    }
    const onEnd = (failure: string | undefined): void => {
      if (this.#links.get(name)?.isAttended === true && !this.#isClosing) this.#seekReplacement();
      this.#links.delete(name);
      this.#retryAt.set(name, failure === NOT_WANTED ? Number.POSITIVE_INFINITY : now() + RETRY_MS);
      if (failure === "ECONNREFUSED" || failure === "ENOENT") removeIfGone(folder, listener);
    };
    const openDesk = findDesk?.();
    const self = { ...this.#options.self, hasDesk: openDesk !== undefined };
    const link = { ring: getRing(), foundAfter, self, patienceMs, openDesk, onEnd };
    this.#links.set(name, new EngineLink(connectLocally(address), link));
  }
}
