/**
 * Hard links: a file that is touched may be a denied one under another name. A disk does not tell a file's other names, so
 * the places where denied files may lie are walked, and what rules deny there is remembered by device and inode, also the
 * files with a single name, because a second one may be made at any time.
 *
 * What a walk has found is used for 30 seconds. It is walked anew before that for a file that is not known from it and whose
 * stamps have moved since: a new name for a file moves its change time, whoever makes it. A folder that is given a denied
 * name moves none of the stamps below it, and is found when the 30 seconds are over.
 */
import type { FileStat, FileSystem } from "../fs/file-system.js";
import { isSettled } from "../fs/fingerprint.js";
import type { Rule } from "./access.js";
import { type DeniedFile, type TwinPlaces, TwinWalk } from "./twin-walk.js";

export interface TwinGround {
  readonly fileSystem: FileSystem;
  /** Milliseconds since 1970, as the disk counts them in its stamps. */
  readonly now: () => number;
  /** More than so many entries are not looked at, and the answer for the rest is that it is unknown. */
  readonly maxEntries?: number;
}

export interface TwinSearch extends TwinPlaces {
  /** Stands for the rules: another one where they are others. */
  readonly revision: number | string;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_MAX_ENTRIES = 200_000;
const MAX_AGE_MS = 30_000;
/** Within it, not even a link made since is looked for. */
const FRESH_MS = 1000;
/** By how much the clock of a network disk may differ from ours. */
const CLOCK_SKEW_MS = 2000;
/** Sessions with different rules may take turns. */
const MAX_WALKS = 4;

interface SharedWalk {
  readonly walk: TwinWalk;
  readonly startedAt: number;
  readonly done: Promise<void>;
  readonly stopping: AbortController;
  isRunning: boolean;
  waiting: number;
}

export class DeniedTwins {
  readonly #ground: TwinGround;
  /** By rules and places. */
  readonly #walks = new Map<string, SharedWalk>();

  constructor(ground: TwinGround) {
    this.#ground = ground;
  }

  /**
   * The rule that denies another name of this very file; "unknown" when not everything could be looked through. To be
   * asked only for regular files with several names.
   */
  async find(stat: FileStat, search: TwinSearch): Promise<Rule | "unknown" | undefined> {
    search.signal?.throwIfAborted();
    const askedAt = this.#ground.now();
    this.#forgetOld(askedAt);
    const known = await this.#obtain(
      search,
      ({ walk, startedAt }) =>
        askedAt - startedAt <= FRESH_MS ||
        isSettled(stat, startedAt - CLOCK_SKEW_MS) ||
        walk.find(stat) !== undefined,
    );
    const found = known.find(stat);
    if (found === undefined) return known.isComplete ? undefined : "unknown";
    if (await this.#isStill(found, stat)) return found.rule;
    // That name has gone, and the file's number may have been given to another one since.
    const present = await this.#obtain(search, ({ walk }) => walk !== known);
    return present.find(stat)?.rule ?? (present.isComplete ? undefined : "unknown");
  }

  /** A finished walk that is good enough. At most one is under way for the same rules; who needs a later one waits for it. */
  async #obtain(search: TwinSearch, isGood: (shared: SharedWalk) => boolean): Promise<TwinWalk> {
    const key = keyOf(search);
    const before = this.#walks.get(key);
    if (before !== undefined) await this.#waitFor(before, search);
    const latest = this.#walks.get(key);
    const usable = latest !== undefined && isGood(latest) ? latest : this.#start(search);
    await this.#waitFor(usable, search);
    return usable.walk;
  }

  #start(search: TwinSearch): SharedWalk {
    const { fileSystem, now, maxEntries = DEFAULT_MAX_ENTRIES } = this.#ground;
    const walk = new TwinWalk(fileSystem, search, maxEntries);
    const stopping = new AbortController();
    const begun = { walk, startedAt: now(), stopping, isRunning: true, waiting: 0 };
    const shared: SharedWalk = Object.assign(begun, { done: run(begun) });
    this.#walks.delete(keyOf(search));
    this.#walks.set(keyOf(search), shared);
    const [oldest] = this.#walks.keys();
    if (oldest !== undefined && this.#walks.size > MAX_WALKS) this.#walks.delete(oldest);
    return shared;
  }

  /** Who is cancelled waits no longer; a walk that nobody waits for ends. */
  async #waitFor(shared: SharedWalk, search: TwinSearch): Promise<void> {
    if (!shared.isRunning) return;
    shared.waiting += 1;
    try {
      await orCancelled(shared.done, search.signal);
    } catch (cause) {
      if (!shared.isRunning || shared.waiting === 1) {
        if (this.#walks.get(keyOf(search)) === shared) this.#walks.delete(keyOf(search));
        shared.stopping.abort();
      }
      throw cause;
    } finally {
      shared.waiting -= 1;
    }
  }

  async #isStill({ path }: DeniedFile, { device, inode }: FileStat): Promise<boolean> {
    try {
      const { stat } = await this.#ground.fileSystem.resolve(path);
      return stat?.device === device && stat.inode === inode;
    } catch {
      return false;
    }
  }

  #forgetOld(now: number): void {
    for (const [key, shared] of this.#walks) {
      if (!shared.isRunning && !isWithin(now, shared.startedAt, MAX_AGE_MS)) this.#walks.delete(key);
    }
  }
}

function keyOf({ revision, places }: TwinSearch): string {
  return JSON.stringify([revision, places]);
}

function isWithin(now: number, startedAt: number, age: number): boolean {
  return now >= startedAt && now - startedAt <= age;
}

async function run(begun: Omit<SharedWalk, "done">): Promise<void> {
  try {
    await begun.walk.run(begun.stopping.signal);
  } finally {
    begun.isRunning = false;
  }
}

async function orCancelled(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return done;
  let stop = (): void => undefined;
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    await Promise.race([done, cancelled]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
