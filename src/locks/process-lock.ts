/**
 * One owner per key among all processes that share a state directory. A lock is a symbolic link whose target names its
 * owner: creating it is one atomic step, so no half-written lock exists, and a free one is taken without waiting.
 *
 * Owners on this machine are never robbed while they live, and the lock of a dead one goes to exactly one other. An
 * owner on another machine is taken for dead by age alone, so one that sleeps for over a minute may lose its lock.
 *
 * The locks are advisory and not reentrant: who acquires a key twice waits for itself.
 */
import { hash, randomBytes } from "node:crypto";
import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import type { AbsolutePath } from "../fs/paths.js";
import type { ProcessIdentity, ProcessLife } from "../fs/process-life.js";
import { LockBusyError } from "./lock-busy-error.js";
import { LockLinks } from "./lock-links.js";
import { findLockOwner, renderLockOwner } from "./lock-owner.js";
import { OwnerWatch } from "./owner-watch.js";
import { pause } from "./pause.js";

/** Lets go of a lock if it is still ours; calling it again does nothing. */
export type Release = () => MaybePromise<void>;

export interface ProcessLocksOptions {
  readonly fileSystem: FileSystem;
  /** Where the links live; created when the first lock is taken. */
  readonly folder: AbsolutePath;
  readonly self: ProcessIdentity;
  readonly life: ProcessLife;
  /** The wall clock, in milliseconds. */
  readonly now?: () => number;
}

export interface AcquireOptions {
  /** Ends the waiting; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for a live owner before `LockBusyError`; 30 seconds by default. */
  readonly giveUpAfterMs?: number;
}

const GIVE_UP_AFTER_MS = 30_000;
const SHORTEST_DELAY_MS = 1;
const LONGEST_DELAY_MS = 25;
/** How many takers in a row may die in the middle of taking over before the lock is left to a person. */
const MAX_DEPTH = 8;

export class ProcessLocks {
  readonly #links: LockLinks;
  readonly #self: ProcessIdentity;
  readonly #watch: OwnerWatch;
  readonly #now: () => number;
  readonly #noncePrefix: string = randomBytes(4).readUInt32LE().toString(36).padStart(7, "0");
  #acquisitions = 0;
  #takeOvers = 0;
  #last = { key: "", name: digestOf("").slice(0, 32) };
  #hasFolder = false;
  /** Locks that could not be removed, by name: they are this process's still. */
  readonly #unreleased = new Map<string, string>();

  constructor({ fileSystem, folder, self, life, now = Date.now }: ProcessLocksOptions) {
    this.#links = new LockLinks(fileSystem, folder);
    this.#self = self;
    this.#watch = new OwnerWatch(self, life, now);
    this.#now = now;
  }

  /** How often a lock was taken from a dead owner. */
  get takeOvers(): number {
    return this.#takeOvers;
  }

  /** Answers without a promise when the lock is free and the disk is synchronous. */
  acquire(key: string, options: AcquireOptions = {}): MaybePromise<Release> {
    options.signal?.throwIfAborted();
    const name = this.#nameOf(key);
    const wait = (): Promise<Release> => this.#waitFor(key, name, options);
    const prepared = this.#hasFolder ? undefined : this.#links.makeFolder();
    if (prepared instanceof Promise) return prepared.then(wait);
    this.#hasFolder = true;
    const stuck = this.#unreleased.get(name);
    if (stuck !== undefined) return this.#takeAgain(name, stuck, wait);
    const text = this.#newText();
    const release = this.#releaseOf(name, text);
    const created = this.#links.create(name, text);
    if (created instanceof Promise) return created.then((isOurs) => (isOurs ? release : wait()));
    return created ? release : wait();
  }

  #releaseOf(name: string, text: string): Release {
    const keep = (cause: unknown): never => {
      this.#unreleased.set(name, text);
      throw cause;
    };
    return () => {
      try {
        const removed = this.#links.remove(name, text);
        return removed instanceof Promise ? removed.catch(keep) : undefined;
      } catch (cause) {
        return keep(cause);
      }
    };
  }

  /** A lock that this process could not remove is taken as it is, if nobody else has taken it over. */
  async #takeAgain(name: string, text: string, wait: () => Promise<Release>): Promise<Release> {
    this.#unreleased.delete(name);
    return (await this.#links.find(name)) === text ? this.#releaseOf(name, text) : wait();
  }

  /** Changes come in runs: the name of the last file's lock need not be made again. */
  #nameOf(key: string): string {
    if (this.#last.key !== key) this.#last = { key, name: digestOf(key).slice(0, 32) };
    return this.#last.name;
  }

  async #waitFor(key: string, name: string, options: AcquireOptions): Promise<Release> {
    const deadline = performance.now() + (options.giveUpAfterMs ?? GIVE_UP_AFTER_MS);
    for (let delay = SHORTEST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      // Each time, because someone may tidy up the state directory while we wait.
      await this.#links.makeFolder();
      this.#hasFolder = true;
      const text = await this.#tryTake(name, 0);
      if (text !== undefined) return this.#releaseOf(name, text);
      if (performance.now() >= deadline) throw await this.#describeBusy(key, name);
      await pause(delay * (0.5 + Math.random() / 2), options.signal);
    }
  }

  /** The text that made the lock ours, or undefined when someone else has it. */
  async #tryTake(name: string, depth: number): Promise<string | undefined> {
    const text = this.#newText();
    if (await this.#links.create(name, text)) return text;
    const found = await this.#links.find(name);
    // A network disk may have repeated a request that had succeeded.
    if (found === text) return text;
    if (found === undefined || depth >= MAX_DEPTH || !this.#watch.isGone(found)) return undefined;
    return this.#takeOver(name, found, depth);
  }

  /**
   * Takers of one dead lock exclude each other by a marker that is itself such a lock, named after the dead owner's
   * nonce, so it can be taken over in turn. Under it nobody else replaces the dead text; moving the marker onto the
   * lock makes the lock ours and frees the marker in one step.
   */
  async #takeOver(name: string, deadText: string, depth: number): Promise<string | undefined> {
    const marker = `${name}.${findLockOwner(deadText)?.nonce ?? digestOf(deadText).slice(0, 16)}`;
    const text = await this.#tryTake(marker, depth + 1);
    if (text === undefined) return undefined;
    try {
      if ((await this.#links.find(name)) !== deadText) return undefined;
      await this.#links.move(marker, name);
      // If our marker was taken for a dead one's meanwhile, only the text says whose link was moved.
      if ((await this.#links.find(name)) !== text) return undefined;
      this.#takeOvers += 1;
      return text;
    } finally {
      await this.#links.remove(marker, text);
    }
  }

  async #describeBusy(key: string, name: string): Promise<LockBusyError> {
    const owner = findLockOwner((await this.#links.find(name)) ?? "");
    const heldForMs = owner === undefined ? undefined : Math.max(0, this.#now() - owner.sinceMs);
    const path = this.#links.pathOf(name);
    return new LockBusyError({ key, path, ownerPid: owner?.pid, ownerHost: owner?.host, heldForMs });
  }

  #newText(): string {
    this.#acquisitions += 1;
    const nonce = `${this.#noncePrefix}${this.#acquisitions.toString(36)}`;
    return renderLockOwner({ ...this.#self, nonce, sinceMs: this.#now() });
  }
}

function digestOf(text: string): string {
  return hash("sha256", text, "hex");
}
