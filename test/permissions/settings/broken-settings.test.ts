/** Settings that can't be read: they might forbid something, so nothing goes on, and nothing of them is told. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AbsolutePath, createMemoryFileSystem, createNodeFileSystem } from "../../../src/index.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { asStranger } from "../../support/run-actor.js";
import { runProcesses } from "./processes.js";
import {
  brief,
  localFile,
  permissions,
  projectFile,
  type SettingsScene,
  settingsScene,
} from "./surroundings.js";

const exact = { isExact: true } as const;

async function failureOf(action: () => unknown): Promise<{ code: string; message: string; data: object }> {
  try {
    await action();
  } catch (error) {
    return error as { code: string; message: string; data: object };
  }
  throw new Error("nothing failed");
}

/** Each source of settings by the file it reads; the config folder's trust as well. */
const places: readonly (readonly [string, (scene: SettingsScene) => string])[] = [
  ["project", ({ files }) => files.path(projectFile)],
  ["local", ({ files }) => files.path(localFile)],
  ["user", ({ config }) => join(config, "settings.json")],
  ["trust", ({ config }) => join(config, "trust.json")],
  ["flag", ({ files }) => files.path("named.json")],
];

/** What may stand in the place of a settings file, and what is said about it. */
const faults: readonly (readonly [string, (path: string) => void, string])[] = [
  ["broken JSON", (path) => writeFileSync(path, '{"canary": \n  [}'), ", line 2, column 4: expected a value"],
  ["something else", (path) => writeFileSync(path, '["canary"]'), " must be an object in braces"],
  ["no text", (path) => writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d])), ": it is not UTF-8 text"],
  ["UTF-16", (path) => writeFileSync(path, "\ufeff{}", "utf16le"), ": it is not UTF-8 text"],
  ["too much", (path) => writeFileSync(path, `{}${" ".repeat(1 << 20)}`), ": it is larger than "],
  ["a folder", (path) => mkdirSync(path), ": it is not a regular file"],
  ["a pipe", (path) => void execFileSync("mkfifo", [path]), ": it is not a regular file"],
  ["a link to a device", (path) => symlinkSync("/dev/zero", path), ": it is not a regular file"],
  ["a link to itself", (path) => symlinkSync(path, path), ": it can't be read (ELOOP)"],
  [
    "a link to a secret",
    (path) => {
      writeFileSync(`${path}.key`, "-----BEGIN canary-----");
      symlinkSync(`${path}.key`, path);
    },
    ", line 1, column 1: expected a value",
  ],
];

describe("Settings that can't be read", () => {
  it.each(places.flatMap(([kind, find]) => faults.map((fault) => [kind, ...fault, find] as const)))(
    "of the %s, being %s, stop every tool until they are mended [PERM-21]",
    async (kind, _, spoil, words, find) => {
      const scene = settingsScene();
      const path = find(scene);
      mkdirSync(dirname(path), { recursive: true });
      spoil(path);
      const settings = scene.store(kind === "flag" ? { settingsFile: path as AbsolutePath } : {});
      const { code, message, data } = await failureOf(() => settings.load(exact));
      expect({ code, path: "path" in data ? data.path : "" }).toEqual({ code: "SETTINGS_INVALID", path });
      expect(message).toContain(words);
      expect(message).toMatch(
        /No tool runs until the user mends them\.\nThey may hold rules that forbid something/,
      );
      expect(JSON.stringify([message, data])).not.toContain("canary");
      expect((await failureOf(() => settings.load({ isExact: false }))).message).toBe(message);
      rmSync(path, { recursive: true });
      writeFileSync(path, "{}");
      expect((await settings.load(exact)).warnings).toEqual([]);
    },
  );

  it("are told with the advice whole, however long their path [PERM-21, CALL-5]", async () => {
    const long = Array.from({ length: 15 }, () => "folder-with-a-long-name").join("/");
    const { files, store } = settingsScene({
      [`${long}/${projectFile}`]: `{\n"permissions": {"disableBypassPermissionsMode": "x"}}`,
    });
    const settings = store({ roots: [files.path(long) as AbsolutePath] });
    const [sentence = ""] = (await failureOf(() => settings.load(exact))).message.split("\n");
    expect(sentence).toMatch(
      /line 2, column 49: "disableBypassPermissionsMode" must be "disable" or be left out\. No tool runs until the user mends them\.$/,
    );
    expect(sentence.length).toBeLessThanOrEqual(300);
  });

  it("that are named at the start must exist [PERM-21]", async () => {
    const { files, store } = settingsScene();
    const settingsFile = files.path("named.json") as AbsolutePath;
    const settings = store({ settingsFile });
    const { code, message } = await failureOf(() => settings.load(exact));
    expect(code).toBe("SETTINGS_INVALID");
    expect(message).toContain(`Settings can't be used: ${settingsFile}: there is no such file. No tool runs`);
    files.write("named.json", permissions({ deny: ["Read"] }));
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny flag Read"]);
  });

  it.each([
    ["trust", { folders: [] }],
    ["trust", { folders: { "/w": true } }],
    ["trust", { folders: { "/w": { trusted: "yes" } } }],
    ["trust", { folders: { "/w": { granted: [1] } } }],
    ["trust", { folders: { "/w": { granted: "Edit" } } }],
  ])("as %s that says %j stop every tool, and are not changed [PERM-21]", async (_, content) => {
    const { root, configure, store } = settingsScene();
    configure("trust.json", content);
    const settings = store();
    const failures = [() => settings.load(exact), () => settings.isTrusted(root), () => settings.trust(root)];
    for (const action of failures) expect((await failureOf(action)).code).toBe("SETTINGS_INVALID");
  });

  it("because of their mode are told so, and a folder that may not be entered too [PERM-21]", async () => {
    const { files, root, config, configure } = settingsScene({
      [projectFile]: permissions({ deny: ["Read"] }),
    });
    configure("settings.json", "{}");
    const base = dirname(root);
    chmodSync(base, 0o755);
    const order = { root, config, state: join(base, "state"), steps: [["load", exact]] } as const;
    const { through } = { through: [], ...asStranger() };
    expect(await runProcesses([order], through)).toMatchObject([[{ value: { rules: [{ text: "Read" }] } }]]);
    chmodSync(files.path(projectFile), 0);
    expect(await runProcesses([order], through)).toMatchObject([
      [{ code: "SETTINGS_INVALID", message: expect.stringContaining("it can't be read (EACCES)") }],
    ]);
    chmodSync(files.path(projectFile), 0o644);
    for (const folder of [files.path(".filewright"), config]) {
      chmodSync(folder, 0);
      const [outcomes] = await runProcesses([order], through);
      chmodSync(folder, 0o755);
      expect(outcomes).toMatchObject([{ code: "SETTINGS_INVALID" }]);
    }
  });

  it.each([
    ["resolve", "EIO"],
    ["findMissingFolder", "EACCES"],
    ["readSmallFile", "EIO"],
  ] as const)("because %s fails with %s stop one call, not the next [PERM-21]", async (operation, code) => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["Read"] }) });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    for (const settings of [store({ fileSystem }), store({ fileSystem })]) {
      fileSystem.inject({ operation, code });
      const { code: answer, message } = await failureOf(() => settings.load(exact));
      expect([answer, message]).toEqual(["SETTINGS_INVALID", expect.stringContaining(`(${code})`)]);
      expect(brief((await settings.load(exact)).rules)).toEqual(["deny project Read"]);
      // Once more, with what is known by now.
      files.write(projectFile, permissions({ deny: ["Read"] }));
      fileSystem.inject({ operation, code });
      expect((await failureOf(() => settings.load(exact))).code).toBe("SETTINGS_INVALID");
    }
  });

  it("because they are replaced at that moment are looked at again [PERM-21]", async () => {
    const { files, store } = settingsScene({ [projectFile]: permissions({ deny: ["Read(old)"] }) });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    const settings = store({ fileSystem });
    const replace = (): void => {
      rmSync(files.path(projectFile));
      writeFileSync(files.path(projectFile), permissions({ deny: ["Read(new)"] }));
    };
    fileSystem.inject({ operation: "readSmallFile", code: "MOVED", before: replace });
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project Read(new)"]);
    fileSystem.inject({ operation: "readSmallFile", before: () => rmSync(files.path(projectFile)) });
    files.write(projectFile, permissions({ deny: ["Read(other)"] }));
    expect((await settings.load(exact)).rules).toEqual([]);
  });

  it("do not harm where the settings' folder is a file, or leads nowhere [PERM-21]", async () => {
    for (const entry of ["a file", { link: "nowhere" }]) {
      const { store } = settingsScene({ ".filewright": entry });
      const settings = store();
      expect((await settings.load(exact)).rules).toEqual([]);
      expect((await settings.load(exact)).rules).toEqual([]);
    }
  });

  it("do not harm where the config folder would lie below a file [PERM-21]", async () => {
    const { files, store } = settingsScene({ file: "" });
    const settings = store({ configFolder: files.path("file/filewright") as AbsolutePath });
    const first = await settings.load(exact);
    expect(await settings.load(exact)).toBe(first);
  });
});

describe("Settings on a disk in memory", () => {
  it("are read, and refused as on any other [PERM-21, PERM-23]", async () => {
    const fileSystem = createMemoryFileSystem();
    fileSystem.put("/w/app/.filewright/settings.json", permissions({ deny: ["Read(.env)"] }));
    const places = {
      roots: ["/w/app" as AbsolutePath],
      configFolder: "/home/me/.config/filewright" as AbsolutePath,
    };
    const settings = settingsScene().store({ fileSystem, ...places });
    expect(brief((await settings.load(exact)).rules)).toEqual(["deny project Read(.env)"]);
    fileSystem.putSpecial("/w/app/.filewright/settings.local.json", "fifo");
    expect((await failureOf(() => settings.load(exact))).code).toBe("SETTINGS_INVALID");
  });
});
