/** Rules and trust are written where they belong, and nowhere else. */
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AbsolutePath, createNodeFileSystem } from "../../../src/index.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { takeSnapshot } from "../../support/snapshot.js";
import type { Tree } from "../../support/workspace.js";
import { runProcesses } from "./processes.js";
import { brief, localFile, permissions, projectFile, settingsScene } from "./surroundings.js";

const exact = { isExact: true } as const;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("Settings behind a link", () => {
  it.each<[name: string, tree: Tree]>([
    ["a linked file", { "victim.json": "{}", [localFile]: { link: "../victim.json" } }],
    ["a link that leads nowhere", { [localFile]: { link: "../victim.json" } }],
    ["a linked folder", { "victim/settings.local.json": "{}", ".filewright": { link: "victim" } }],
    ["a linked folder without settings", { "victim/a.txt": "", ".filewright": { link: "victim" } }],
    ["a folder linked to nowhere", { ".filewright": { link: "victim" } }],
    ["a link to itself", { [localFile]: { link: "settings.local.json" } }],
  ])("are not written: %s [PERM-28]", async (_, tree) => {
    const { files, config, store } = settingsScene(tree);
    const before = takeSnapshot(dirname(files.root));
    const settings = store();
    for (const action of [
      () => settings.addRule("allow", "Edit(a)", "local"),
      () => settings.removeRule("allow", "Edit(a)", files.path(localFile) as AbsolutePath),
    ]) {
      await expect(action()).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
        message: expect.stringContaining("settings are not written through links. Nothing was changed."),
      });
    }
    expect(takeSnapshot(dirname(files.root))).toEqual(before);
    expect(() => statSync(config)).toThrow();
  });

  it("are not written when the link appears at the last moment [PERM-28]", async () => {
    const { files, store } = settingsScene({ [localFile]: "{}", "victim/settings.local.json": "{}" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const swap = (): void => {
      renameSync(files.path(".filewright"), files.path("moved"));
      symlinkSync("victim", files.path(".filewright"));
    };
    fileSystem.inject({ operation: "replaceIfUnchanged", before: swap });
    await expect(store({ fileSystem }).addRule("deny", "Read", "local")).rejects.toMatchObject({
      code: "MOVED",
    });
    expect([files.read("victim/settings.local.json"), files.read("moved/settings.local.json")]).toEqual([
      "{}",
      "{}",
    ]);
    expect(readdirSync(files.path("victim"))).toEqual(["settings.local.json"]);
  });

  it("of the user are written in a linked folder, not through a linked file [PERM-28]", async () => {
    const { files, config, store } = settingsScene({ "kept/a.txt": "" });
    mkdirSync(dirname(config), { recursive: true });
    symlinkSync(files.path("kept"), config);
    const settings = store();
    expect(await settings.addRule("deny", "Read(a)", "user")).toBe(join(config, "settings.json"));
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny user Read(a)"]);
    renameSync(files.path("kept/settings.json"), files.path("kept/other.json"));
    symlinkSync("other.json", files.path("kept/settings.json"));
    await expect(settings.addRule("deny", "Read(b)", "user")).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny user Read(a)"]);
    symlinkSync("other.json", files.path("kept/trust.json"));
    await expect(settings.trust(files.root as AbsolutePath)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
  });

  it("under a second name (a hard link) are not written either [PERM-28]", async () => {
    const { files, store } = settingsScene({ "victim.json": "{}", ".filewright/a.txt": "" });
    linkSync(files.path("victim.json"), files.path(localFile));
    await expect(store().addRule("deny", "Read", "local")).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    expect(files.read("victim.json")).toBe("{}");
  });
});

describe("What is written", () => {
  it("keeps every other byte, and the file's mode in a project [PERM-22]", async () => {
    const text = '\ufeff{\r\n\t"model": "\\u00e4",\r\n\t"permissions": {"deny": ["a"]}}';
    const { files, store } = settingsScene({ [projectFile]: text });
    const mode = modeOf(files.path(projectFile));
    await store().addRule("deny", "b", "project");
    expect(files.read(projectFile)).toBe(text.replace('"a"', () => '"a", "b"'));
    expect(modeOf(files.path(projectFile))).toBe(mode);
  });

  it("lies in folders that are made for it: open in a project, private in the config folder [PERM-30]", async () => {
    const { files, config, root, store } = settingsScene();
    const settings = store();
    await settings.addRule("allow", "Edit(a)", "local");
    await settings.addRule("deny", "Read(b)", "user");
    await settings.trust(root);
    expect([modeOf(files.path(".filewright")), modeOf(files.path(localFile))]).toEqual(["755", "600"]);
    const names = readdirSync(config).toSorted();
    expect(names).toEqual(["settings.json", "trust.json"]);
    expect([config, ...names.map((name) => join(config, name))].map(modeOf)).toEqual(["700", "600", "600"]);
  });

  it("can be taken out of every file that is in use, and of no other [PERM-22]", async () => {
    const text = permissions({ deny: ["a", "b"] });
    const { files, configure, store } = settingsScene({
      [projectFile]: text,
      [localFile]: text,
      "named.json": text,
      "other.json": text,
    });
    const user = configure("settings.json", text);
    const settings = store({ settingsFile: files.path("named.json") as AbsolutePath });
    const used = [files.path(projectFile), files.path(localFile), files.path("named.json"), user];
    for (const path of used) {
      expect(await settings.removeRule("deny", "a", path as AbsolutePath)).toBe(true);
      expect(readFileSync(path, "utf8")).toBe(permissions({ deny: ["b"] }));
    }
    const other = files.path("other.json") as AbsolutePath;
    await expect(settings.removeRule("deny", "a", other)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    expect(files.read("other.json")).toBe(text);
  });

  it.each([
    ["{", "SETTINGS_INVALID"],
    ['{"permissions": {"deny": [1]}}', "SETTINGS_INVALID"],
    [`{"a": "${"x".repeat((1 << 20) - 20)}"}`, "FILE_TOO_LARGE"],
  ])("is nothing where the file is %.30s [PERM-22]", async (text, code) => {
    const { files, store } = settingsScene({ [projectFile]: text });
    await expect(store().addRule("deny", "Read(some/place)", "project")).rejects.toMatchObject({ code });
    expect(files.read(projectFile)).toBe(text);
  });

  it("needs a root that is there [PERM-22]", async () => {
    const { files, store } = settingsScene();
    const gone = files.path("gone") as AbsolutePath;
    await expect(store({ roots: [gone] }).addRule("deny", "a", "local")).rejects.toMatchObject({
      code: "NOT_DIRECTORY",
    });
  });
});

describe("A disk that fails", () => {
  it.each(["ENOSPC", "EIO", "EROFS", "NOT_WRITTEN"])(
    "with %s leaves the old settings, and no trace [PERM-29]",
    async (code) => {
      const { files, config, root, configure, store } = settingsScene({
        [localFile]: permissions({ deny: ["a"] }),
      });
      configure("trust.json", { folders: {} });
      const fileSystem = createFaultyFileSystem(createNodeFileSystem());
      const settings = store({ fileSystem });
      const before = [takeSnapshot(files.root), takeSnapshot(config)];
      for (const action of [
        () => settings.addRule("allow", "Edit(a)", "local"),
        () => settings.addRule("deny", "Read(b)", "project"),
        () => settings.trust(root),
      ]) {
        fileSystem.inject({ operation: "replaceIfUnchanged", code });
        await expect(action()).rejects.toMatchObject({ code });
        expect([takeSnapshot(files.root), takeSnapshot(config)]).toEqual(before);
      }
    },
  );

  it("to record a grant takes the rule back [PERM-29]", async () => {
    const text = permissions({ allow: ["x"] });
    const { files, store } = settingsScene({ [localFile]: text });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "replaceIfUnchanged", nth: 2, code: "EROFS" });
    await expect(store({ fileSystem }).addRule("allow", "Edit(a)", "local")).rejects.toMatchObject({
      code: "EROFS",
    });
    expect(files.read(localFile)).toBe(text);
  });
});

describe("Several at once", () => {
  const names = (prefix: string): string[] =>
    Array.from({ length: 30 }, (_, index) => `Edit(${prefix}${index})`);

  it("of one process all win [PERM-29]", async () => {
    const { store } = settingsScene();
    const settings = store();
    await Promise.all(names("a").map((rule) => settings.addRule("allow", rule, "local")));
    expect((await settings.load(exact)).rules.map(({ text }) => text).toSorted()).toEqual(
      names("a").toSorted(),
    );
  });

  it("of several processes all win, rules and grants [PERM-29]", async () => {
    const { files, root, config, store } = settingsScene();
    const state = join(dirname(root), "state");
    const orders = ["a", "b", "c"].map((prefix) => ({
      root,
      config,
      state,
      steps: names(prefix).map((rule) => ["addRule", "allow", rule, "local"] as const),
    }));
    const outcomes = await runProcesses(orders);
    expect(outcomes.flat().filter(({ code }) => code !== undefined)).toEqual([]);
    const all = [...names("a"), ...names("b"), ...names("c")].toSorted();
    const { rules, withheld } = await store().load(exact);
    expect(rules.map(({ text }) => text).toSorted()).toEqual(all);
    expect(withheld).toEqual([]);
    expect(JSON.parse(files.read(localFile)).permissions.allow.toSorted()).toEqual(all);
    expect(readdirSync(files.path(".filewright"))).toEqual([".gitignore", "settings.local.json"]);
  });

  it("without our lock all win, too: what an editor saves in between is kept [PERM-29]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["a"] }) });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const path = files.path(projectFile);
    fileSystem.inject({
      operation: "replaceIfUnchanged",
      before: () => writeFileSync(path, permissions({ deny: ["a"], ask: ["by hand"] })),
    });
    await store({ fileSystem }).addRule("deny", "b", "project");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      permissions: { deny: ["a", "b"], ask: ["by hand"] },
    });
  });
});
