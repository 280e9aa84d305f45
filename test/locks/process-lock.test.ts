import { describe, expect, it } from "vitest";
import { LockBusyError } from "../../src/locks/lock-busy-error.js";
import type { Release } from "../../src/locks/process-lock.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { createSurroundings, lockPath, ownerText, tryLock } from "./surroundings.js";

describe("A lock", () => {
  it("that is free is had and let go without a promise, even the first in a new folder [LOCK-1]", async () => {
    const { disk, locks, names } = createSurroundings();
    const release = locks().acquire("key") as Release;
    expect(release).toBeTypeOf("function");
    expect(disk.readLink(lockPath)).toMatch(/^fw 100 5000 here~1 [0-9a-z]+ loyw3v28$/);
    expect(release()).toBeUndefined();
    expect(await names()).toEqual([]);
  });

  it("that is held excludes another workspace of the same process, for that key only [LOCK-1]", async () => {
    const { locks } = createSurroundings();
    const [one, two] = [locks(), locks()];
    const release = await one.acquire("key");
    expect(await tryLock(two)).toBe("busy");
    await (await two.acquire("other"))();
    await release();
    expect(await tryLock(two)).toBe("acquired");
  });

  it("is had by a waiter once it is let go [LOCK-1]", async () => {
    const { locks, names } = createSurroundings();
    const release = await locks().acquire("key");
    const waiting = locks().acquire("key");
    expect(waiting).toBeInstanceOf(Promise);
    await release();
    const releaseAgain = await waiting;
    expect(await tryLock(locks())).toBe("busy");
    await releaseAgain();
    expect(await names()).toEqual([]);
  });

  it("works on a disk that takes its time, and when the folder is removed meanwhile [LOCK-1]", async () => {
    const { disk, locks, names } = createSurroundings();
    const slow = createFaultyFileSystem(disk);
    const before = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    for (const operation of ["makeDirectory", "createLink", "readLink", "removeLink"] as const) {
      slow.inject({ operation, times: 1000, before });
    }
    const mine = locks(slow);
    const release = await mine.acquire("key");
    expect(await tryLock(mine)).toBe("busy");
    await release();
    expect(await names()).toEqual([]);
    disk.remove("/state");
    expect(await tryLock(mine)).toBe("acquired");
  });

  it("is let go only by its owner, and only once [LOCK-1]", async () => {
    const { disk, locks } = createSurroundings();
    const release = await locks().acquire("key");
    disk.putLink(lockPath, ownerText());
    await release();
    expect(await disk.readLink(lockPath)).toBe(ownerText());
    disk.remove(lockPath);
    await release();
    disk.put(lockPath, "a file");
    await release();
    expect((await disk.resolve(lockPath)).stat?.size).toBe(6);
  });

  it.each(["makeDirectory", "createLink"] as const)(
    "is not had when %s fails [LOCK-1]",
    async (operation) => {
      const { disk, locks, names } = createSurroundings();
      const faulty = createFaultyFileSystem(disk);
      const mine = locks(faulty);
      faulty.inject({ operation, code: "EROFS" });
      await expect(async () => mine.acquire("key")).rejects.toMatchObject({ code: "EROFS" });
      expect(await tryLock(mine)).toBe("acquired");
      expect(await names()).toEqual([]);
    },
  );

  it("is had when the disk did what it was asked and reported that it was there already [LOCK-1]", async () => {
    const { disk, locks, names } = createSurroundings();
    const repeating = createFaultyFileSystem(disk);
    const stubborn = {
      ...repeating,
      createLink: async (...link: Parameters<typeof disk.createLink>) => {
        await disk.createLink(...link);
        await disk.createLink(...link);
      },
    };
    disk.putLink(lockPath, ownerText());
    const waiting = locks(stubborn).acquire("key");
    disk.remove(lockPath);
    await (await waiting)();
    expect(await names()).toEqual([]);
  });
});

describe("Waiting for a lock", () => {
  it("ends when the call is cancelled, with the reason given [LOCK-3]", async () => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ownerText());
    const controller = new AbortController();
    const waiting = Promise.resolve(locks().acquire("key", { signal: controller.signal }));
    const outcome = waiting.then(
      () => "acquired",
      (cause: unknown) => cause,
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort("no longer wanted");
    expect(await outcome).toBe("no longer wanted");
    expect(await names()).toHaveLength(1);
  });

  it("does not begin for a call that is cancelled already [LOCK-3]", async () => {
    const { locks } = createSurroundings();
    const signal = AbortSignal.abort(new Error("cancelled before"));
    await expect(async () => locks().acquire("key", { signal })).rejects.toThrow("cancelled before");
    expect(await tryLock(locks())).toBe("acquired");
  });

  it("leaves no listener behind on a signal that lives on [LOCK-3]", async () => {
    const { locks } = createSurroundings();
    const release = await locks().acquire("key");
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await expect(async () => locks().acquire("key", { signal, giveUpAfterMs: 20 })).rejects.toThrow();
    expect(listeners).toBe(0);
    await release();
  });

  it("ends after a bound, with an error that says who holds it and what to do [LOCK-3]", async () => {
    const { disk, clock, locks } = createSurroundings();
    disk.putLink(lockPath, ownerText());
    clock.now += 1234;
    const failure = await Promise.resolve(locks().acquire("key", { giveUpAfterMs: 10 })).catch(
      (cause: unknown) => cause,
    );
    expect(failure).toBeInstanceOf(LockBusyError);
    expect(failure).toMatchObject({
      name: "LockBusyError",
      key: "key",
      path: lockPath,
      ownerPid: 200,
      ownerHost: "here~1",
      heldForMs: 1234,
      message: `"key" is locked by process 200 on here~1. Try again later, or remove ${lockPath} if that process is gone.`,
    });
  });

  it("ends after a bound also when what is there tells no owner, and leaves it there [LOCK-3]", async () => {
    const { disk, locks } = createSurroundings();
    disk.put(lockPath, "a file");
    const failure = await Promise.resolve(locks().acquire("key", { giveUpAfterMs: 10 })).catch(
      (cause: unknown) => cause,
    );
    expect(failure).toMatchObject({ name: "LockBusyError", ownerPid: undefined, heldForMs: undefined });
    expect(String(failure)).toContain("an unknown owner");
    expect((await disk.resolve(lockPath)).stat?.size).toBe(6);
  });
});
