/**
 * One writer at a time per file. Calls of this process take turns, which costs nothing but waiting; whoever writes also
 * holds the lock among processes, for as long as that takes and no longer.
 */
import type { KeyedQueue } from "./keyed-queue.js";
import type { ProcessLocks, Release } from "./process-lock.js";

/** How long `runAll` waits for other processes in total, whatever the number of locks. */
const GIVE_UP_AFTER_MS = 30_000;

export class FileLocks {
  readonly #queue: KeyedQueue;
  readonly #processLocks: () => ProcessLocks;
  readonly #onTakeOver: () => Promise<void>;
  readonly #onReleaseFailed: (error: unknown) => void;

  /**
   * The locks among processes are made when the first one is needed. `onTakeOver` runs, under the lock, when its last
   * owner died holding it: whatever that one was about has to be put right before anything else is done.
   */
  constructor(
    queue: KeyedQueue,
    processLocks: () => ProcessLocks,
    onTakeOver: () => Promise<void>,
    onReleaseFailed: (error: unknown) => void = () => undefined,
  ) {
    this.#queue = queue;
    this.#processLocks = processLocks;
    this.#onTakeOver = onTakeOver;
    this.#onReleaseFailed = onReleaseFailed;
  }

  /** Waits for a turn among the calls of this process. Not to be taken again inside, nor while a person is asked. */
  takeTurn<T>(key: string, action: () => Promise<T>): Promise<T> {
    return this.#queue.run(key, action);
  }

  /** Whether a turn would come at once. */
  isFree(key: string): boolean {
    return this.#queue.isFree(key);
  }

  /**
   * Keeps other processes out while `action` runs; to be called with the turn taken. The action is told whether
   * another process was waited for.
   */
  async hold<T>(key: string, action: (hasWaited: boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const locks = this.#processLocks();
    const { takeOvers } = locks;
    const acquired = locks.acquire(key, { signal });
    const hasWaited = acquired instanceof Promise;
    const release = hasWaited ? await acquired : acquired;
    try {
      if (locks.takeOvers !== takeOvers) await this.#onTakeOver();
      return await action(hasWaited);
    } finally {
      await this.#release(release);
    }
  }

  /** Never fails the work done under the lock. Reports a lock that can't be removed; this process can take it again. */
  async #release(release: Release): Promise<void> {
    try {
      await release();
    } catch (error) {
      this.#onReleaseFailed(error);
    }
  }

  /** Both at once, for what needs no plan and no answer. */
  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    return this.takeTurn(key, () => this.hold(key, action));
  }

  /**
   * Runs `action` with the turns and locks of all keys. No two calls can wait for each other: turns come before locks, and
   * both are taken in the keys' sorted order. Throws `LockBusyError` if another process keeps one of them for too long.
   */
  async runAll<T>(keys: Iterable<string>, action: () => Promise<T>): Promise<T> {
    const sorted = [...new Set(keys)].toSorted();
    const releases: Release[] = [];
    try {
      for (const key of sorted) releases.push(await this.#queue.enter(key));
      const locks = this.#processLocks();
      const { takeOvers } = locks;
      const deadline = performance.now() + GIVE_UP_AFTER_MS;
      for (const key of sorted) {
        const giveUpAfterMs = Math.max(0, deadline - performance.now());
        releases.push(await locks.acquire(key, { giveUpAfterMs }));
      }
      if (locks.takeOvers !== takeOvers) await this.#onTakeOver();
      return await action();
    } finally {
      for (const release of releases.toReversed()) await this.#release(release);
    }
  }
}
