/** What several settings say together. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AbsolutePath } from "../../../src/index.js";
import type { PermissionMode } from "../../../src/permissions/access.js";
import { findConfigFolder } from "../../../src/permissions/settings/settings-places.js";
import { tempWorkspace } from "../../support/workspace.js";
import { brief, localFile, permissions, projectFile, settingsScene } from "./surroundings.js";

const exact = { isExact: true } as const;

describe("The config folder", () => {
  it.each([
    [{ XDG_CONFIG_HOME: "/etc/me" }, "/etc/me/filewright"],
    [{ XDG_CONFIG_HOME: "relative" }, "/home/me/.config/filewright"],
    [{ XDG_CONFIG_HOME: "" }, "/home/me/.config/filewright"],
    [{}, "/home/me/.config/filewright"],
  ])("of %j is %s [PERM-32]", (environment, folder) => {
    expect(findConfigFolder(environment, "/home/me")).toBe(folder);
  });
});

describe("Settings", () => {
  it("that are nowhere say nothing, and name where they would be [PERM-23]", async () => {
    const { root, config, store } = settingsScene();
    expect(await store().load(exact)).toEqual({
      revision: 1,
      rules: [],
      withheld: [],
      mode: undefined,
      isBypassDisabled: false,
      leastSandbox: "off",
      session: {},
      directories: [],
      extraRoots: [],
      warnings: [],
      sources: [
        { kind: "local", file: join(root, localFile), isPresent: false, isTrusted: false },
        { kind: "project", file: join(root, projectFile), isPresent: false, isTrusted: false },
        { kind: "user", file: join(config, "settings.json"), isPresent: false, isTrusted: true },
      ],
    });
  });

  it("add up, each rule with its source, and warnings with their file [PERM-23]", async () => {
    const { root, config, files, configure, store } = settingsScene({
      [projectFile]: permissions({ deny: ["Read(p)"], ask: ["Edit(p)"], denny: [] }),
      [localFile]: permissions({ deny: ["Read(l)"], disableBypassPermissionsMode: "disable" }),
      "named.json": permissions({ allow: ["Edit(f)"], deny: ["Read(f)"] }),
    });
    configure("settings.json", permissions({ allow: ["Edit(u)"], deny: ["Read(u)"] }));
    const settingsFile = files.path("named.json") as AbsolutePath;
    const loaded = await store({ settingsFile }).load(exact);
    expect(brief(loaded.rules)).toEqual([
      "deny flag Read(f)",
      "allow flag Edit(f)",
      "deny local Read(l)",
      "deny project Read(p)",
      "ask project Edit(p)",
      "deny user Read(u)",
      "allow user Edit(u)",
    ]);
    expect(loaded.rules.map(({ source }) => source)).toEqual([
      { kind: "flag", file: settingsFile, folders: [root] },
      { kind: "flag", file: settingsFile, folders: [root] },
      { kind: "local", file: join(root, localFile), folders: [root] },
      { kind: "project", file: join(root, projectFile), folders: [root] },
      { kind: "project", file: join(root, projectFile), folders: [root] },
      { kind: "user", file: join(config, "settings.json"), folders: [config] },
      { kind: "user", file: join(config, "settings.json"), folders: [config] },
    ]);
    expect(loaded.isBypassDisabled).toBe(true);
    expect(loaded.warnings).toEqual([
      `${join(root, projectFile)}: Line 1: "denny" is not known and means nothing. Did you mean "deny"?`,
    ]);
  });

  it("of every root count, under the name the root was given and the real one [PERM-23]", async () => {
    const { files, store } = settingsScene({
      [`a/${projectFile}`]: permissions({ deny: ["Read(a)"] }),
      [`b/${projectFile}`]: permissions({ deny: ["Read(b)"] }),
      [`b/${localFile}`]: permissions({ deny: ["Read(b.local)"] }),
      linked: { link: "b" },
    });
    const roots = [files.path("a"), files.path("linked")] as AbsolutePath[];
    const { rules } = await store({ roots }).load(exact);
    expect(rules.map(({ text, source }) => [text, source.file, source.folders])).toEqual([
      ["Read(b.local)", files.path("linked", localFile), [files.path("linked"), files.path("b")]],
      ["Read(a)", files.path("a", projectFile), [files.path("a")]],
      ["Read(b)", files.path("linked", projectFile), [files.path("linked"), files.path("b")]],
    ]);
  });

  it("of the user may lie behind a link, as files that are kept elsewhere do [PERM-23]", async () => {
    const { files, config, store } = settingsScene({
      "kept/settings.json": permissions({ deny: ["Read(u)"] }),
    });
    mkdirSync(dirname(config), { recursive: true });
    symlinkSync(files.path("kept"), config);
    const { rules } = await store().load(exact);
    expect(rules.map(({ text, source }) => [text, source.folders])).toEqual([
      ["Read(u)", [config, files.path("kept")]],
    ]);
  });

  it("of a root that is not there for a while are none [PERM-23]", async () => {
    const { files, store } = settingsScene();
    const gone = store({ roots: [files.path("gone") as AbsolutePath] });
    expect((await gone.load(exact)).rules).toEqual([]);
    files.write(`gone/${projectFile}`, permissions({ deny: ["Read"] }));
    expect(brief((await gone.load(exact)).rules)).toEqual(["deny project Read"]);
  });
});

type Modes = Partial<Record<"flag" | "local" | "project" | "user", PermissionMode>>;

async function findMode(modes: Modes, isTrusted: boolean): Promise<PermissionMode | undefined> {
  const { files, root, configure, store } = settingsScene();
  const write = (name: string, mode: PermissionMode | undefined): void => {
    if (mode !== undefined) files.write(name, permissions({ defaultMode: mode }));
  };
  write(localFile, modes.local);
  write(projectFile, modes.project);
  write("named.json", modes.flag);
  if (modes.user !== undefined) configure("settings.json", permissions({ defaultMode: modes.user }));
  const settingsFile = files.path("named.json") as AbsolutePath;
  const settings = store(modes.flag === undefined ? {} : { settingsFile });
  if (isTrusted) await settings.trust(root);
  return (await settings.load(exact)).mode;
}

describe("The mode", () => {
  it.each<[modes: Modes, trusted: PermissionMode | undefined, untrusted: PermissionMode | undefined]>([
    [{}, undefined, undefined],
    [{ user: "acceptEdits" }, "acceptEdits", "acceptEdits"],
    [{ user: "bypassPermissions" }, "bypassPermissions", "bypassPermissions"],
    [{ user: "plan", project: "acceptEdits" }, "acceptEdits", "plan"],
    [{ project: "bypassPermissions" }, "bypassPermissions", undefined],
    [{ project: "bypassPermissions", local: "acceptEdits" }, "acceptEdits", undefined],
    [{ project: "acceptEdits", local: "plan" }, "plan", "plan"],
    [{ user: "acceptEdits", project: "plan" }, "plan", "plan"],
    [{ user: "acceptEdits", project: "dontAsk" }, "dontAsk", "dontAsk"],
    [{ user: "acceptEdits", local: "default" }, "default", "default"],
    [{ user: "bypassPermissions", local: "acceptEdits" }, "acceptEdits", "bypassPermissions"],
    // What is not trusted may tighten, never loosen.
    [{ user: "plan", project: "default" }, "default", "plan"],
    [{ user: "plan", local: "dontAsk" }, "dontAsk", "plan"],
    [{ project: "plan", local: "default" }, "default", "plan"],
    [{ project: "default" }, "default", "default"],
    [{ flag: "acceptEdits", local: "plan", project: "plan", user: "plan" }, "acceptEdits", "acceptEdits"],
    [{ flag: "default", user: "bypassPermissions" }, "default", "default"],
  ])("of %j is %s in a trusted folder, else %s [PERM-23, PERM-24]", async (modes, trusted, untrusted) => {
    expect([await findMode(modes, true), await findMode(modes, false)]).toEqual([trusted, untrusted]);
  });
});

describe("Extra folders", () => {
  it("begin at the settings' own folder, or at home, and a project's count when it is trusted [PERM-31, PERM-24]", async () => {
    const base = dirname(tempWorkspace().root);
    const { root, config, configure, store } = settingsScene({
      [projectFile]: permissions({ additionalDirectories: ["../docs/", "~/notes", "/srv/x", "../docs"] }),
    });
    configure("settings.json", permissions({ additionalDirectories: ["shared", "~"] }));
    const settings = store({ homeDirectory: base });
    const users = [join(config, "shared"), base];
    expect((await settings.load(exact)).extraRoots).toEqual(users);
    await settings.trust(root);
    const projects = [join(dirname(root), "docs"), join(base, "notes"), "/srv/x"];
    expect((await settings.load(exact)).extraRoots).toEqual([...projects, ...users]);
  });

  it("that are no usable path are warned of [PERM-31]", async () => {
    const { config, configure, store } = settingsScene();
    configure("settings.json", permissions({ additionalDirectories: ["", "a\0b", "/dev/zero", "ok"] }));
    const { extraRoots, warnings } = await store().load(exact);
    expect(extraRoots).toEqual([join(config, "ok")]);
    expect(warnings).toEqual(
      Array.from(
        { length: 3 },
        () => `${join(config, "settings.json")}: An entry of "additionalDirectories" is no usable path.`,
      ),
    );
  });
});
