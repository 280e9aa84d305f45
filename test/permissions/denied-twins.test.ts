import { linkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileStat, RealPath } from "../../src/index.js";
import { createScene, findDeny, folderRule, rule, statOf } from "./twin-scene.js";

describe("A second name of a denied file", () => {
  it("is known for what it is, wherever the denied one lies [PERM-42]", async () => {
    const { files, ask } = createScene({
      ".env": "a",
      "deep/er/.env": "b",
      "secrets/keys/key": "c",
      "other.txt": "d",
    });
    linkSync(files.path(".env"), files.path("one.txt"));
    linkSync(files.path("deep/er/.env"), files.path("two.txt"));
    linkSync(files.path("secrets/keys/key"), files.path("three.txt"));
    linkSync(files.path("other.txt"), files.path("four.txt"));
    expect(await ask("one.txt")).toBe(rule);
    expect(await ask("two.txt")).toBe(rule);
    expect(await ask("three.txt")).toBe(folderRule);
    expect(await ask("four.txt")).toBeUndefined();
  });

  it("is found in every place that is named, also where places lie in each other or are single files [PERM-42]", async () => {
    const { files, ask } = createScene({ "root/a.txt": "x", "home/secrets/key": "k", "etc/secrets": "s" });
    linkSync(files.path("home/secrets/key"), files.path("root/key.txt"));
    linkSync(files.path("etc/secrets"), files.path("root/single.txt"));
    const places = ["root", "home", "home/secrets", "etc/secrets", "not/there"].map(
      (name) => files.path(name) as RealPath,
    );
    expect(await ask("root/key.txt", { places })).toBe(folderRule);
    expect(await ask("root/single.txt", { places })).toBe(folderRule);
    expect(await ask("root/a.txt", { places })).toBeUndefined();
  });

  it("is found where a place is a link, and by the places that are asked for [PERM-42]", async () => {
    const { files, ask } = createScene({ "root/a.txt": "x", "home/secrets/key": "k", way: { link: "home" } });
    linkSync(files.path("home/secrets/key"), files.path("root/key.txt"));
    const placed = (...names: string[]): { places: RealPath[] } => ({
      places: names.map((name) => files.path(name) as RealPath),
    });
    expect(await ask("root/key.txt", placed("root"))).toBeUndefined();
    expect(await ask("root/key.txt", placed("root", "way"))).toBe(folderRule);
    expect(await ask("root/a.txt", placed("root", "way", "home"))).toBeUndefined();
  });

  it("is known when it is made after the walk, for it is the file that is remembered [PERM-42]", async () => {
    const { files, disk, ask } = createScene({ ".env": "a", "b.txt": "b" });
    expect(await ask("b.txt")).toBeUndefined();
    const lists = disk.calls("list");
    linkSync(files.path(".env"), files.path("late.txt"));
    expect(await ask("late.txt")).toBe(rule);
    expect(disk.calls("list")).toBe(lists);
  });

  it("is known when the file itself came after the walk, a second later [PERM-42]", async () => {
    const { files, clock, ask } = createScene({ "b.txt": "b" });
    expect(await ask("b.txt")).toBeUndefined();
    files.write("sub/.env", "new");
    linkSync(files.path("sub/.env"), files.path("late.txt"));
    clock.later = 1001;
    expect(await ask("late.txt")).toBe(rule);
  });

  it("is looked for anew when the file's stamps are not clearly older, as clocks differ [PERM-42]", async () => {
    const { files, disk, twins, clock } = createScene({ "b.txt": "b" });
    const search = { places: [files.root as RealPath], findDeny, revision: 1 };
    const stat = await statOf(disk, files.path("b.txt"));
    const stampsOf = (ms: number): bigint => BigInt(ms) * 1_000_000n + 1n;
    const changedAgo = (ms: number): FileStat => {
      const changedNs = stampsOf(Date.now() - ms);
      return { ...stat, changedNs, modifiedNs: changedNs };
    };
    await twins.find(changedAgo(10_000), search);
    const lists = disk.calls("list");
    clock.later = 1001;
    await twins.find(changedAgo(10_000), search);
    expect(disk.calls("list")).toBe(lists);
    await twins.find(changedAgo(1000), search);
    expect(disk.calls("list")).toBeGreaterThan(lists);
  });

  it("is known when the file is renamed or linked to a denied name after the walk [PERM-42]", async () => {
    const { files, clock, ask } = createScene({ "b.txt": "b", "c.txt": "c", "sub/x": "" });
    linkSync(files.path("b.txt"), files.path("b2.txt"));
    expect(await ask("b.txt")).toBeUndefined();
    renameSync(files.path("b2.txt"), files.path(".env"));
    linkSync(files.path("c.txt"), files.path("sub/.env"));
    clock.later = 1001;
    expect(await ask("b.txt")).toBe(rule);
    expect(await ask("c.txt")).toBe(rule);
  });

  it("is known when a folder was given a denied name, once what is known is 30 seconds old [PERM-42]", async () => {
    const { files, clock, ask } = createScene({ "plain/a.txt": "b" });
    linkSync(files.path("plain/a.txt"), files.path("b.txt"));
    expect(await ask("b.txt")).toBeUndefined();
    renameSync(files.path("plain"), files.path("secrets"));
    clock.later = 30_001;
    expect(await ask("b.txt")).toBe(folderRule);
  });

  it("is not held against a file that was given the number of a denied one that has gone [PERM-42]", async () => {
    const { files, disk, ask } = createScene({ ".env": "a" });
    linkSync(files.path(".env"), files.path("b.txt"));
    expect(await ask("b.txt")).toBe(rule);
    rmSync(files.path(".env"));
    const lists = disk.calls("list");
    expect(await ask("b.txt")).toBeUndefined();
    expect(disk.calls("list")).toBeGreaterThan(lists);
  });

  it("is not what a symbolic link is [PERM-42]", async () => {
    const { files, ask } = createScene({ "b.txt": "b", "folder/secrets": { folder: {} } });
    symlinkSync("b.txt", files.path(".env"));
    symlinkSync("../..", files.path("folder/secrets/back"));
    symlinkSync("nowhere", files.path("folder/secrets/dangling"));
    symlinkSync("circle", files.path("folder/secrets/circle"));
    expect(await ask("b.txt")).toBeUndefined();
  });

  it("depends on the rules, and is looked for anew when they are others [PERM-42]", async () => {
    const { files, ask } = createScene({ "a.txt": "a", ".env": "e" });
    linkSync(files.path("a.txt"), files.path("b.txt"));
    linkSync(files.path(".env"), files.path("c.txt"));
    expect(await ask("b.txt")).toBeUndefined();
    const other = {
      revision: 2,
      findDeny: (path: string) => (basename(path) === "a.txt" ? folderRule : undefined),
    };
    expect(await ask("b.txt", other)).toBe(folderRule);
    expect(await ask("c.txt", other)).toBeUndefined();
    expect(await ask("c.txt")).toBe(rule);
  });
});
