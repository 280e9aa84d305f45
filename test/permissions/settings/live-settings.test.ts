/** Settings are looked at with every call: what is new is seen, what is not new costs next to nothing. */
import { lutimesSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type FileSystem } from "../../../src/index.js";
import { alterFileSystem } from "../../support/altered-file-system.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { brief, localFile, permissions, projectFile, settingsScene } from "./surroundings.js";

const exact = { isExact: true } as const;
const soon = { isExact: false } as const;

/** Long enough after the files were written for their stamps to vouch for them. */
const later = (): number => Date.now() + 60_000;

describe("An exact look", () => {
  it("sees files come, change and go at once [PERM-26]", async () => {
    const { files, configure, config, store } = settingsScene();
    const settings = store();
    const seen = async (): Promise<string[]> => brief((await settings.load(exact)).rules);
    const revisions: number[] = [];
    const steps: readonly (readonly [() => unknown, string[]])[] = [
      [() => undefined, []],
      [() => files.write(projectFile, permissions({ deny: ["a"] })), ["deny project a"]],
      // As long, and within the same moment: stamps alone would not tell.
      [() => files.write(projectFile, permissions({ deny: ["b"] })), ["deny project b"]],
      [() => files.write(localFile, permissions({ deny: ["c"] })), ["deny local c", "deny project b"]],
      [() => rmSync(files.path(projectFile)), ["deny local c"]],
      [() => configure("settings.json", permissions({ ask: ["d"] })), ["deny local c", "ask user d"]],
      [() => rmSync(files.path(".filewright"), { recursive: true }), ["ask user d"]],
      [() => rmSync(config, { recursive: true }), []],
    ];
    for (const [change, rules] of steps) {
      change();
      expect(await seen()).toEqual(rules);
      revisions.push((await settings.load(exact)).revision);
    }
    expect(revisions).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("is not deceived by a file that is replaced under its old times [PERM-26]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    const settings = store({ now: later });
    const path = files.path(projectFile);
    const { atime, mtime } = statSync(path);
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project a"]);
    writeFileSync(`${path}.new`, permissions({ deny: ["b"] }));
    utimesSync(`${path}.new`, atime, mtime);
    renameSync(`${path}.new`, path);
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project b"]);
  });

  it("sees a link that leads elsewhere by now [PERM-26]", async () => {
    const { files, store } = settingsScene({
      "a.json": permissions({ deny: ["a"] }),
      "b.json": permissions({ deny: ["b"] }),
      "link.json": { link: "../b.json" },
      [projectFile]: { link: "../a.json" },
    });
    const settings = store({ now: later });
    const path = files.path(projectFile);
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project a"]);
    lutimesSync(files.path("link.json"), 1, 1);
    renameSync(files.path("link.json"), path);
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project b"]);
  });
});

describe("A look that need not be exact", () => {
  it("is good for a tenth of a second [PERM-26]", async () => {
    const clock = { now: 1_000_000 };
    const { files, store } = settingsScene();
    const settings = store({ now: () => clock.now });
    const first = await settings.load(soon);
    files.write(projectFile, permissions({ deny: ["a"] }));
    clock.now += 99;
    expect(await settings.load(soon)).toBe(first);
    clock.now += 1;
    expect(brief((await settings.load(soon)).rules)).toEqual(["deny project a"]);
    // A clock that is set back must not make it good for ever.
    clock.now -= 5000;
    rmSync(files.path(projectFile));
    expect((await settings.load(soon)).rules).toEqual([]);
  });

  it("sees what was changed through the same store [PERM-26]", async () => {
    const { root, store } = settingsScene();
    const settings = store({ now: () => 0 });
    expect((await settings.load(soon)).rules).toEqual([]);
    const file = await settings.addRule("deny", "Read(a)", "project");
    expect(brief((await settings.load(soon)).rules)).toEqual(["deny project Read(a)"]);
    await settings.removeRule("deny", "Read(a)", file);
    expect((await settings.load(soon)).rules).toEqual([]);
    await settings.trust(root);
    expect((await settings.load(soon)).sources[0]?.isTrusted).toBe(true);
  });
});

describe("Settings that have not changed", () => {
  it("are not read again, and are the same object [PERM-26]", async () => {
    const { configure, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    configure("settings.json", permissions({ ask: ["b"] }));
    configure("trust.json", { folders: {} });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const settings = store({ fileSystem, now: later });
    const first = await settings.load(exact);
    expect(fileSystem.calls("readSmallFile")).toBe(3);
    for (let times = 0; times < 5; times += 1) expect(await settings.load(exact)).toBe(first);
    expect(fileSystem.calls("readSmallFile")).toBe(3);
  });

  it("are the same object when they were only touched [PERM-26]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    const settings = store();
    const first = await settings.load(exact);
    files.write(projectFile, permissions({ deny: ["a"] }));
    expect(await settings.load(exact)).toBe(first);
  });

  it("cost a look at each place where nothing is, and nothing is opened [PERM-26]", async () => {
    const { store } = settingsScene();
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const settings = store({ fileSystem });
    await settings.load(exact);
    const before = fileSystem.calls("resolve");
    await settings.load(exact);
    // Of the root alone: whose settings they are has to be known each time.
    expect(fileSystem.calls("resolve") - before).toBe(1);
    expect(fileSystem.calls("readSmallFile")).toBe(0);
  });

  it("are there at once on a local disk, once what parses them is loaded [PERM-26]", async () => {
    const { root, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    const settings = store();
    await settings.load(exact);
    expect(settings.load(exact)).toMatchObject({ revision: 1 });
    expect(settings.isTrusted(root)).toBe(false);
  });
});

/** A disk on which whatever is read first arrives only once it is let go. */
function holdFirstRead(): { readonly fileSystem: FileSystem; readonly letGo: () => void } {
  const disk = createNodeFileSystem();
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let reads = 0;
  const fileSystem = alterFileSystem(disk, {
    async readSmallFile(...given) {
      const file = await disk.readSmallFile(...given);
      reads += 1;
      if (reads === 1) await held;
      return file;
    },
  });
  return { fileSystem, letGo };
}

describe("A disk that takes its time", () => {
  const slow = (inner: FileSystem): FileSystem =>
    new Proxy(inner, {
      get:
        (target, name: keyof FileSystem) =>
        async (...given: never[]) => {
          await new Promise((resolve) => setImmediate(resolve));
          return (target[name] as (...given: never[]) => unknown).apply(target, given);
        },
    });

  it("gives the same settings as any other, and the same failures [PERM-21, PERM-26]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    const settings = store({ fileSystem: slow(createNodeFileSystem()) });
    const first = settings.load(exact);
    expect(first).toBeInstanceOf(Promise);
    expect(brief((await first).rules)).toEqual(["deny project a"]);
    expect(await settings.load(exact)).toBe(await first);
    files.write(projectFile, "{");
    await expect(settings.load(exact)).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      data: { path: join(files.root, projectFile) },
    });
  });

  it("does not take a look from before a rule was added for good enough after it [PERM-26]", async () => {
    const { store } = settingsScene({ [projectFile]: permissions({ deny: ["old"] }) });
    const { fileSystem, letGo } = holdFirstRead();
    const settings = store({ fileSystem, now: () => 0 });
    const early = settings.load(exact);
    await settings.addRule("deny", "new", "project");
    letGo();
    await early;
    expect(brief((await settings.load(soon)).rules)).toEqual(["deny project old", "deny project new"]);
  });

  it("does not make an older look the present one [PERM-26]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["old"] }) });
    const { fileSystem, letGo } = holdFirstRead();
    const settings = store({ fileSystem, now: () => 0 });
    const early = settings.load(exact);
    files.write(projectFile, permissions({ deny: ["new"] }));
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project new"]);
    letGo();
    expect(brief((await early).rules)).toEqual(["deny project old"]);
    expect(brief((await settings.load(soon)).rules)).toEqual(["deny project new"]);
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project new"]);
  });
});
