import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AbsolutePath } from "../../src/index.js";
import { findLockOwner, renderLockOwner } from "../../src/locks/lock-owner.js";
import { createFaultyFileSystem } from "../support/faulty-file-system.js";
import { createSurroundings, lockPath, ownerText, tryLock } from "./surroundings.js";

const MINUTE = 60_000;
const ended = ownerText({ pid: 300 });

describe("An owner on this machine", () => {
  it.each([
    ["keeps its lock while it runs", "busy", {}],
    ["keeps its lock while it runs, for however long", "busy", { sinceMs: 0 }],
    ["keeps its lock against another workspace of its process", "busy", { pid: 100, start: "5000" }],
    ["loses its lock when it has ended", "acquired", { pid: 300 }],
    ["loses its lock when its number belongs to a later process", "acquired", { pid: 100, start: "4999" }],
    ["loses its lock when it has ended and its start is unknown", "acquired", { pid: 300, start: undefined }],
  ] as const)("%s [LOCK-2]", async (_, expected, about) => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ownerText(about));
    expect(await tryLock(locks())).toBe(expected);
    expect(await names()).toHaveLength(expected === "busy" ? 1 : 0);
  });
});

describe("An owner that only age tells about", () => {
  it.each([
    ["a process of another machine", ownerText({ pid: 300, host: "there~2" })],
    ["a process of this machine before it was started anew", ownerText({ host: "here~0" })],
    ["a text that is not ours", "some text"],
    ["a text that would lead out of the folder", "fw 200 1 there~2 ../../key loyw3v28"],
  ])("keeps its lock for a minute: %s [LOCK-2]", async (_, text) => {
    const { disk, clock, locks, names } = createSurroundings();
    disk.putLink(lockPath, text);
    const mine = locks();
    expect(await tryLock(mine)).toBe("busy");
    clock.now += MINUTE;
    expect(await tryLock(mine)).toBe("busy");
    clock.now += 1;
    expect(await tryLock(mine)).toBe("acquired");
    expect(await names()).toEqual([]);
  });

  it("is given a moment although its lock looks old, because its clock may be wrong [LOCK-2]", async () => {
    const { disk, clock, locks } = createSurroundings();
    disk.putLink(lockPath, ownerText({ host: "there~2", sinceMs: 0 }));
    const mine = locks();
    expect(await tryLock(mine)).toBe("busy");
    clock.now += 500;
    expect(await tryLock(mine)).toBe("acquired");
  });

  it("keeps a lock that it has taken anew since [LOCK-2]", async () => {
    const { disk, clock, locks } = createSurroundings();
    const mine = locks();
    disk.putLink(lockPath, ownerText({ host: "there~2", nonce: "first" }));
    expect(await tryLock(mine)).toBe("busy");
    clock.now += 2 * MINUTE;
    disk.putLink(lockPath, ownerText({ host: "there~2", nonce: "second", sinceMs: clock.now }));
    expect(await tryLock(mine)).toBe("busy");
  });
});

describe("Taking over a dead owner's lock", () => {
  const marker = `${lockPath}.abc` as AbsolutePath;

  it("is left to who has begun with it and is alive [LOCK-2]", async () => {
    const { disk, locks } = createSurroundings();
    disk.putLink(lockPath, ended);
    disk.putLink(marker, ownerText({ nonce: "def" }));
    expect(await tryLock(locks())).toBe("busy");
    expect(await disk.readLink(lockPath)).toBe(ended);
  });

  it("is finished for those who died in the middle of it, one after another [LOCK-2]", async () => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ended);
    disk.putLink(marker, ownerText({ pid: 301, nonce: "def" }));
    disk.putLink(`${marker}.def`, ownerText({ pid: 302, nonce: "ghi" }));
    expect(await tryLock(locks())).toBe("acquired");
    expect(await names()).toEqual([]);
  });

  it("is given up after too many such deaths, and the lock stays [LOCK-2, LOCK-3]", async () => {
    const { disk, locks } = createSurroundings();
    let path: string = lockPath;
    for (let depth = 0; depth <= 8; depth += 1) {
      disk.putLink(path, ownerText({ pid: 300, nonce: `n${depth}` }));
      path += `.n${depth}`;
    }
    expect(await tryLock(locks())).toBe("busy");
  });

  it("ends when someone else was faster, before we had the marker [LOCK-2]", async () => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ended);
    const faulty = createFaultyFileSystem(disk);
    const theirs = ownerText({ nonce: "theirs" });
    // Two attempts to create the lock itself, then the marker.
    faulty.inject({ operation: "createLink", nth: 3, before: () => disk.putLink(lockPath, theirs) });
    expect(await tryLock(locks(faulty))).toBe("busy");
    expect(await disk.readLink(lockPath)).toBe(theirs);
    expect(await names()).toHaveLength(1);
  });

  it("ends when we slept so long that our marker was taken for a dead one's [LOCK-2]", async () => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ended);
    const faulty = createFaultyFileSystem(disk);
    const theirs = ownerText({ nonce: "theirs" });
    faulty.inject({ operation: "renameLink", before: () => disk.putLink(marker, theirs) });
    expect(await tryLock(locks(faulty))).toBe("busy");
    expect(await disk.readLink(lockPath)).toBe(theirs);
    expect(await names()).toHaveLength(1);
  });

  it("leaves no marker behind when the disk fails [LOCK-2]", async () => {
    const { disk, locks, names } = createSurroundings();
    disk.putLink(lockPath, ended);
    const faulty = createFaultyFileSystem(disk);
    faulty.inject({ operation: "renameLink", code: "EIO" });
    await expect(tryLock(locks(faulty))).rejects.toMatchObject({ code: "EIO" });
    expect(await names()).toHaveLength(1);
    expect(await tryLock(locks(faulty))).toBe("acquired");
  });
});

describe("The text of a lock", () => {
  it("says again what it was made of [LOCK-2]", () => {
    const owners = fc.record({
      pid: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      start: fc.option(fc.stringMatching(/^[0-9a-z]{1,13}$/), { nil: undefined }),
      host: fc.stringMatching(/^[\w.~-]{1,40}$/),
      nonce: fc.stringMatching(/^[0-9a-z]{1,24}$/),
      sinceMs: fc.integer({ min: 0, max: 36 ** 9 - 1 }),
    });
    fc.assert(
      fc.property(owners, (owner) => {
        expect(findLockOwner(renderLockOwner(owner))).toEqual(owner);
      }),
    );
  });

  it("of another form is nobody's [LOCK-2]", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(findLockOwner(text)).toBeUndefined();
        expect(findLockOwner(`${ownerText()} ${text}`)).toBeUndefined();
      }),
    );
  });
});
