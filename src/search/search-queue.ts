/**
 * Runs at most a few searches at once, because each may start processes that use every core. The others wait in a queue per
 * session, and sessions are served round robin: hundreds of searches of one session delay that session, not the others.
 */
import { ToolError } from "../errors/tool-error.js";
import { formatCount } from "../text/quantities.js";

export interface SearchQueueOptions {
  readonly maxRunning?: number;
  /** The number of searches of one session that may wait. */
  readonly maxWaiting?: number;
  readonly maxWaitMs?: number;
}

interface Waiting {
  readonly start: () => void;
}

/**
 * However many cores there are: most searches are one process of one thread, and a search of a large folder uses all cores.
 * Each has at most two processes at a time, where it tries two ways at once; a third lists a small folder with files of odd encodings.
 */
const MAX_RUNNING = 4;
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 60_000;

export class SearchQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #maxWaitMs: number;
  #running = 0;
  /** By session, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(options: SearchQueueOptions = {}) {
    this.#maxRunning = options.maxRunning ?? MAX_RUNNING;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING;
    this.#maxWaitMs = options.maxWaitMs ?? MAX_WAIT_MS;
  }

  /** Runs `search` in its turn. Throws the signal's reason if it is cancelled while it waits. */
  async run<T>(session: string, signal: AbortSignal | undefined, search: () => Promise<T>): Promise<T> {
    if (this.#running < this.#maxRunning) this.#running += 1;
    else await this.#wait(session, signal);
    try {
      return await search();
    } finally {
      this.#startNext();
    }
  }

  #wait(session: string, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#waiting.get(session) ?? [];
    if (queue.length >= this.#maxWaiting) return Promise.reject(refuseBusy(queue.length));
    this.#waiting.set(session, queue);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", cancel);
      };
      const waiting: Waiting = {
        start: () => {
          leave();
          resolve();
        },
      };
      const fail = (reason: unknown): void => {
        leave();
        this.#remove(session, waiting);
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a signal's reason may be anything
        reject(reason);
      };
      const cancel = (): void => fail(signal?.reason);
      const timer = setTimeout(() => fail(refuseBusy(this.#count)), this.#maxWaitMs);
      signal?.addEventListener("abort", cancel, { once: true });
      queue.push(waiting);
      if (signal?.aborted === true) cancel();
    });
  }

  /** Starts the first search of the next session, and moves that session to the end of the round. */
  #startNext(): void {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#running -= 1;
      return;
    }
    const [session, queue] = first;
    const next = queue.shift();
    this.#waiting.delete(session);
    if (queue.length > 0) this.#waiting.set(session, queue);
    next?.start();
  }

  #remove(session: string, waiting: Waiting): void {
    const queue = this.#waiting.get(session);
    const index = queue?.indexOf(waiting) ?? -1;
    if (queue === undefined || index < 0) return;
    queue.splice(index, 1);
    if (queue.length === 0) this.#waiting.delete(session);
  }

  get #count(): number {
    return [...this.#waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
  }
}

function refuseBusy(waiting: number): ToolError {
  return new ToolError(
    "SEARCH_UNAVAILABLE",
    `Too many searches are under way: ${formatCount(waiting)} are waiting. Nothing was searched. Wait for other searches to end, then try again.`,
    { data: { waiting } },
  );
}
