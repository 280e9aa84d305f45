/** A disk in memory with a lock folder, a clock and neighbours made to order, for tests of one process's view. */
import { createHash } from "node:crypto";
import type { ProcessIdentity } from "../../src/fs/process-life.js";
import {
  type AbsolutePath,
  createMemoryFileSystem,
  type FileSystem,
  type MemoryFileSystem,
  type RealPath,
} from "../../src/index.js";
import { LockBusyError } from "../../src/locks/lock-busy-error.js";
import { type LockOwner, renderLockOwner } from "../../src/locks/lock-owner.js";
import { ProcessLocks } from "../../src/locks/process-lock.js";

const folder = "/state/locks" as RealPath;
const startOfTime = 1_700_000_000_000;

/** Where the lock for "key" lies. */
export const lockPath: AbsolutePath =
  `${folder}/${createHash("sha256").update("key").digest("hex").slice(0, 32)}` as AbsolutePath;

export interface Surroundings {
  readonly disk: MemoryFileSystem;
  readonly clock: { now: number };
  /** The locks of one more workspace in process 100. */
  readonly locks: (fileSystem?: FileSystem) => ProcessLocks;
  /** Everything in the lock folder. */
  readonly names: () => Promise<string[]>;
}

/** On this machine run process 100, started at 5000, which is ours, and process 200. */
export function createSurroundings(): Surroundings {
  const disk = createMemoryFileSystem();
  const clock = { now: startOfTime };
  const self: ProcessIdentity = { pid: 100, start: "5000", host: "here~1" };
  const life = {
    isAlive: ({ pid, start }: Pick<ProcessIdentity, "pid" | "start">) =>
      (pid === 100 && start === "5000") || pid === 200,
  };
  return {
    disk,
    clock,
    locks: (fileSystem = disk) => new ProcessLocks({ fileSystem, folder, self, life, now: () => clock.now }),
    names: async () => (await disk.list(folder, 100)).entries.map(({ name }) => name),
  };
}

/** The text of a lock of process 200, here and now unless told otherwise. */
export function ownerText(about: Partial<LockOwner> = {}): string {
  return renderLockOwner({
    pid: 200,
    start: "1",
    host: "here~1",
    nonce: "abc",
    sinceMs: startOfTime,
    ...about,
  });
}

/** Whether the lock could be had within a few milliseconds; it is let go again. */
export async function tryLock(locks: ProcessLocks): Promise<"acquired" | "busy"> {
  try {
    const release = await locks.acquire("key", { giveUpAfterMs: 5 });
    await release();
    return "acquired";
  } catch (cause) {
    if (cause instanceof LockBusyError) return "busy";
    throw cause;
  }
}
