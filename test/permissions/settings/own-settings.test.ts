/** Which paths no tool may write, because they are our own settings: attack 19, by every spelling. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AbsolutePath } from "../../../src/index.js";
import { createOwnSettingsTest } from "../../../src/permissions/settings/own-settings.js";
import type { Tree } from "../../support/workspace.js";
import { localFile, permissions, projectFile, settingsScene } from "./surroundings.js";

const isOwn = createOwnSettingsTest({
  folders: ["/home/me/.config/filewright"],
  files: ["/w/agent.json"],
});

describe("Our own settings", () => {
  it.each([
    "/w/app/.filewright/settings.json",
    "/w/app/.filewright/settings.local.json",
    "/w/app/deep/down/.filewright/settings.json",
    "/.filewright/settings.json",
    "/w/app/.filewright",
    "/w/app/.filewright/settings.json/below",
    "/w/app/.FileWright/Settings.JSON",
    "/w/app/.filewright/\u017fettings.json",
    "/w/app/.\ufb01lewright/settings.json",
    "/w/app/.filewr\u0131ght/../.filewright/settings.json",
    "/w/app/.file\u200cwright/settings.json",
    "/w/app/.filewright\ufeff/set\u00adtings.json",
    "/w/app/.filewright/settings.json.",
    "/w/app/.filewright /settings.json. .",
    "/w/app/.filewright/settings.json::$DATA",
    "/w/app//.filewright//settings.json",
    "C:\\w\\app\\.filewright\\settings.json",
    "/home/me/.config/filewright",
    "/home/me/.config/filewright/settings.json",
    "/home/me/.config/filewright/trust.json",
    "/home/me/.config/filewright/anything/else",
    "/home/me/.CONFIG/FileWright/trust.json",
    "/w/agent.json",
    "/w/Agent.JSON",
  ])("are known: %j [PERM-27]", (path) => {
    expect(isOwn(path)).toBe(true);
  });

  it.each([
    "/w/app/settings.json",
    "/w/app/.filewright/notes.md",
    "/w/app/.filewright/settings.json.bak",
    "/w/app/.filewright2/settings.json",
    "/w/app/x.filewright/settings.json",
    "/w/app/.claude/settings.json",
    "/home/me/.config/filewright-notes/a.md",
    "/home/me/.config/other/settings.json",
    "/w/agent.json.md",
    "/w/app/agent.json",
    "/",
  ])("are not confused with %j [PERM-27]", (path) => {
    expect(isOwn(path)).toBe(false);
  });

  it("are known where links lead, and before they exist [PERM-27]", async () => {
    const { files, config, store } = settingsScene({
      "conf/shared.json": permissions({ deny: ["Read(.env)"] }),
      [projectFile]: { link: "../conf/shared.json" },
      "named.json": { link: "real-named.json" },
      "real-named.json": "{}",
      "kept/trust.json": { link: "../elsewhere/trust.json" },
      "elsewhere/trust.json": '{"folders": {}}',
    });
    mkdirSync(dirname(config), { recursive: true });
    symlinkSync(files.path("kept"), config);
    const settings = store({ settingsFile: files.path("named.json") as AbsolutePath });
    await settings.load({ isExact: true });
    const paths = [
      projectFile,
      "conf/shared.json",
      "named.json",
      "real-named.json",
      "kept/settings.json",
      "kept/trust.json",
      "elsewhere/trust.json",
    ];
    expect(paths.filter((path) => !settings.isOwnSettings(files.path(path)))).toEqual([]);
    expect(settings.isOwnSettings(join(config, "settings.json"))).toBe(true);
    expect(settings.isOwnSettings(files.path("conf/other.json"))).toBe(false);
  });

  it.each<[string, Tree, string[]]>([
    [
      "a link for a file",
      { "src/a.ts": "", [localFile]: { link: "../src/made-later.json" } },
      ["src/made-later.json"],
    ],
    [
      "a link for the folder",
      { "src/a.ts": "", ".filewright": { link: "src" } },
      ["src/settings.json", "src/settings.local.json"],
    ],
    [
      "a link for the folder that leads to nothing",
      { "src/a.ts": "", ".filewright": { link: "src/conf" } },
      ["src/conf", "src/conf/settings.json", "src/conf/settings.local.json"],
    ],
  ])("are known before they exist where %s will lead [PERM-27, PERM-68]", async (_, tree, paths) => {
    const { files, store } = settingsScene(tree);
    const settings = store();
    const loaded = await settings.load({ isExact: true });
    expect(paths.filter((path) => !settings.isOwnSettings(files.path(path)))).toEqual([]);
    expect(settings.isOwnSettings(files.path("src/a.ts"))).toBe(false);
    expect(await settings.load({ isExact: true })).toBe(loaded);
    const toolkit = files.editor({ permissions: { mode: "bypassPermissions" } });
    const content = permissions({ defaultMode: "bypassPermissions" });
    for (const path of paths) {
      const result = await toolkit.call("Write", { file_path: files.path(path), content });
      expect([path, result.error?.code]).toEqual([path, "PERMISSION_DENIED"]);
    }
  });

  it("are not made a folder of where a link leads to nothing yet [PERM-27]", async () => {
    const { files } = settingsScene({ ".filewright/settings.json": { link: "../later.json" } });
    const toolkit = files.editor({ permissions: { mode: "bypassPermissions" } });
    const result = await toolkit.call("Write", { file_path: files.path("later.json/x"), content: "" });
    expect([result.error?.code, files.stamp("later.json")]).toEqual(["PERMISSION_DENIED", undefined]);
    const other = await toolkit.call("Write", { file_path: files.path("later.json-x"), content: "" });
    expect(other.isError).toBe(false);
  });

  it("are known where a link leads that comes later [PERM-27]", async () => {
    const { files, store } = settingsScene({ "src/a.ts": "" });
    const settings = store();
    await settings.load({ isExact: true });
    symlinkSync("src", files.path(".filewright"));
    await settings.load({ isExact: true });
    expect(settings.isOwnSettings(files.path("src/settings.json"))).toBe(true);
  });

  it("are known before anything was loaded, as far as letters tell [PERM-27]", () => {
    const { files, config, store } = settingsScene();
    const settings = store({ settingsFile: files.path("named.json") as AbsolutePath });
    const own = [files.path(projectFile), files.path("named.json"), join(config, "trust.json")];
    expect(own.map((path) => settings.isOwnSettings(path))).toEqual([true, true, true]);
  });
});
