import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/index.js";
import { createScene, findDeny, rule, statOf } from "./twin-scene.js";

describe("Looking for denied names", () => {
  it("is done once for what has not changed since, until it is 30 seconds ago [PERM-43]", async () => {
    const { files, disk, twins, clock } = createScene({ "a.txt": "a" });
    const settled = { ...(await statOf(disk, files.path("a.txt"))), changedNs: 1n, modifiedNs: 1n };
    const search = { places: [files.root as RealPath], findDeny, revision: 1 };
    await twins.find(settled, search);
    clock.later = 29_000;
    await twins.find(settled, search);
    expect(disk.calls("list")).toBe(1);
    clock.later = 31_000;
    await twins.find(settled, search);
    expect(disk.calls("list")).toBe(2);
    clock.later = -60_000;
    await twins.find(settled, search);
    expect(disk.calls("list")).toBe(3);
  });

  it("is done once for all who ask at the same time [PERM-43]", async () => {
    const { files, disk, ask } = createScene({ ".env": "a", "sub/b": "b" });
    linkSync(files.path(".env"), files.path("c.txt"));
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask("c.txt")));
    expect(answers).toEqual(answers.map(() => rule));
    expect(disk.calls("list")).toBe(2);
  });

  it("is done for them once more when it had begun too long before they asked [PERM-43]", async () => {
    const { files, disk, clock, ask } = createScene({ "b.txt": "b", "sub/a": "a" });
    let goOn = (): void => undefined;
    disk.inject({
      operation: "list",
      nth: 2,
      before: () => new Promise<void>((resolve) => (goOn = resolve)),
    });
    const first = ask("b.txt");
    await expect.poll(() => disk.calls("list")).toBe(2);
    clock.later = 5000;
    files.write(".env", "new");
    linkSync(files.path(".env"), files.path("late.txt"));
    const others = [ask("late.txt"), ask("late.txt"), ask("late.txt")];
    goOn();
    expect(await first).toBeUndefined();
    expect(await Promise.all(others)).toEqual([rule, rule, rule]);
    expect(disk.calls("list")).toBe(4);
  });

  it("stops at a bound and says that the rest is unknown, the nearest folders first [PERM-43]", async () => {
    const { files, disk, ask } = createScene(
      { ".env": "a", "x/y/.env": "b", "x/y/1": "", "x/y/2": "", "z/.env": "c" },
      5,
    );
    linkSync(files.path(".env"), files.path("one.txt"));
    linkSync(files.path("z/.env"), files.path("z.txt"));
    linkSync(files.path("x/y/1"), files.path("x/y/3"));
    expect(await ask("one.txt")).toBe(rule);
    expect(disk.calls("list")).toBe(1);
    expect(await ask("x/y/3")).toBe("unknown");
  });

  it("is complete with exactly as many entries as it may look at [PERM-43]", async () => {
    const tree = { "a/1": "", "a/2": "", b: "" };
    expect(await createScene(tree, 4).ask("b")).toBeUndefined();
    expect(await createScene(tree, 3).ask("b")).toBe("unknown");
  });

  it.each(["EACCES", "EIO", "ENAMETOOLONG", "MOVED"])(
    "says unknown when a folder answers %s in which a denied file may lie [PERM-43]",
    async (code) => {
      for (const [mayDenyBelow, answer] of [
        [undefined, "unknown"],
        [() => true, "unknown"],
        [() => false, undefined],
      ] as const) {
        const { disk, ask } = createScene({ "sub/a": "", b: "" });
        disk.inject({ operation: "list", nth: 2, code });
        expect(await ask("b", mayDenyBelow && { mayDenyBelow })).toBe(answer);
      }
    },
  );

  it("says unknown when a denied folder or file can't be looked at [PERM-43]", async () => {
    const closed = createScene({ "secrets/a": "", b: "" });
    closed.disk.inject({ operation: "list", nth: 2, code: "EACCES" });
    expect(await closed.ask("b", { mayDenyBelow: () => false })).toBe("unknown");
    const unstable = createScene({ ".env": "", b: "" });
    unstable.disk.inject({ operation: "resolve", nth: 2, code: "EACCES" });
    expect(await unstable.ask("b")).toBe("unknown");
    const placeless = createScene({ b: "" });
    placeless.disk.inject({ operation: "resolve", code: "EACCES" });
    expect(await placeless.ask("b")).toBe("unknown");
  });

  it("passes over what has gone meanwhile [PERM-43]", async () => {
    const { disk, ask } = createScene({ "sub/a": "", ".env": "", b: "" });
    disk.inject({ operation: "list", nth: 2, code: "ENOENT" });
    disk.inject({ operation: "resolve", nth: 2, code: "ENOENT" });
    expect(await ask("b")).toBeUndefined();
  });

  it("says unknown when names are no text and so can't be looked up [PERM-43]", async () => {
    for (const isFolder of [true, false]) {
      const { files, ask } = createScene({ b: "" });
      const name = Buffer.concat([Buffer.from(files.path("x")), Buffer.from([0xff])]);
      if (isFolder) mkdirSync(name);
      else writeFileSync(name, "x");
      expect(await ask("b", { findDeny: (path) => (path.endsWith("b") ? undefined : rule) })).toBe("unknown");
    }
  });

  it("lets other work have its turn [PERM-43]", async () => {
    const { files, ask } = createScene({ b: "" });
    for (let folder = 0; folder < 300; folder += 1) {
      mkdirSync(files.path(`f${folder}`));
      for (let file = 0; file < 10; file += 1) writeFileSync(files.path(`f${folder}/${file}`), "");
    }
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    await ask("b", { findDeny: () => rule });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  it("ends for who is cancelled, goes on for the others, and ends when nobody waits [PERM-43]", async () => {
    const { files, disk, ask } = createScene({ ".env": "a", "sub/b": "b", "sub/sub/c": "c" });
    linkSync(files.path(".env"), files.path("c.txt"));
    const releases: (() => void)[] = [];
    const hold = (): Promise<void> => new Promise((resolve) => releases.push(resolve));
    disk.inject({ operation: "list", times: 10, before: hold });
    const patient = new AbortController();
    const impatient = new AbortController();
    const first = ask("c.txt", { signal: impatient.signal });
    const second = ask("c.txt", { signal: patient.signal });
    await expect.poll(() => releases.length).toBe(1);
    impatient.abort(new Error("no longer wanted"));
    await expect(first).rejects.toThrow("no longer wanted");
    releases[0]?.();
    await expect.poll(() => releases.length).toBe(2);
    patient.abort(new Error("neither"));
    await expect(second).rejects.toThrow("neither");
    releases[1]?.();
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(releases).toHaveLength(2);
    const third = ask("c.txt");
    for (let next = 2; next < 5; next += 1) {
      await expect.poll(() => releases.length).toBe(next + 1);
      releases[next]?.();
    }
    expect(await third).toBe(rule);
  });

  it("does not begin for who is cancelled already [PERM-43]", async () => {
    const { disk, ask } = createScene({ b: "" });
    await expect(ask("b", { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
    expect(disk.calls("list")).toBe(0);
  });

  it("passes on what is no failure of the disk, and begins anew afterwards [PERM-43]", async () => {
    const { ask } = createScene({ b: "" });
    const broken = (): never => {
      throw new Error("a rule that breaks");
    };
    await expect(ask("b", { findDeny: broken })).rejects.toThrow("a rule that breaks");
    expect(await ask("b")).toBeUndefined();
  });

  it("keeps what it found for a few sets of rules only [PERM-43]", async () => {
    const { disk, ask } = createScene({ b: "" });
    for (let revision = 0; revision < 20; revision += 1) await ask("b", { revision });
    const lists = disk.calls("list");
    await ask("b", { revision: 19 });
    await ask("b", { revision: 17 });
    expect(disk.calls("list")).toBe(lists);
    await ask("b", { revision: 3 });
    expect(disk.calls("list")).toBe(lists + 1);
  });
});
