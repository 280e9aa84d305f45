/** Settings and trust that others could have written, and trust that was given to something else. */

import { execFile } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findSettingsFault } from "../../src/fs/ownership.js";
import { createNodeFileSystem, type FileStat } from "../../src/index.js";
import {
  brief,
  localFile,
  permissions,
  projectFile,
  settingsScene,
} from "../permissions/settings/surroundings.js";
import { homeless, program } from "../support/command-line.js";
import { isRoot, leaveOut, stranger } from "../support/run-actor.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const exact = { isExact: true } as const;
const allowing = permissions({ allow: ["Edit(a)"] });

function configure(files: TempWorkspace, name: string, text: string): string {
  const folder = join(files.home, ".config", "filewright");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function expectStopped(files: TempWorkspace, problem: string): Promise<void> {
  const { error } = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
  expect(error?.code).toBe("SETTINGS_INVALID");
  expect(error?.message).toContain(problem);
}

describe.each(["settings.json", "trust.json"])("The user's %s", (name) => {
  const text = name === "trust.json" ? '{"folders":{}}' : "{}";

  it.each([0o666, 0o646, 0o662])(
    "stops every tool with mode %o, in which others can write it [HOST-13]",
    async (mode) => {
      const files = tempWorkspace({ "a.txt": "a\n" });
      const path = configure(files, name, text);
      expect((await files.toolkit().call("Read", { file_path: files.path("a.txt") })).error).toBeUndefined();
      chmodSync(path, mode);
      await expectStopped(files, "other users can write to it");
    },
  );

  it("stops every tool in a folder that others can write to, by whatever link it is found [HOST-13]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const path = configure(files, name, text);
    chmodSync(dirname(path), 0o777);
    await expectStopped(files, "other users can write to it");
    chmodSync(dirname(path), 0o700);
    const shared = join(files.home, "shared");
    mkdirSync(shared);
    renameSync(path, join(shared, name));
    symlinkSync(join(shared, name), path);
    expect((await files.toolkit().call("Read", { file_path: files.path("a.txt") })).error).toBeUndefined();
    chmodSync(shared, 0o777);
    await expectStopped(files, "other users can write to it");
  });

  it("stops every tool if it is another user's [HOST-13]", async () => {
    if (!isRoot) return leaveOut("settings of another user: only root can give a file away");
    const files = tempWorkspace({ "a.txt": "a\n" });
    chownSync(configure(files, name, text), stranger.uid, stranger.gid);
    await expectStopped(files, "it belongs to another user");
  });
});

describe("A private group", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const stat = (mode: number, group: number): FileStat =>
    ({ owner: 1000, group, mode }) as unknown as FileStat;

  it("may write settings, any other group may not [HOST-13]", () => {
    if (process.geteuid === undefined) return leaveOut("groups: this system has none");
    const system = process as Required<Pick<NodeJS.Process, "geteuid" | "getegid">>;
    vi.spyOn(system, "geteuid").mockReturnValue(1000);
    vi.spyOn(system, "getegid").mockReturnValue(1000);
    expect(findSettingsFault(stat(0o664, 1000))).toBeUndefined();
    expect(findSettingsFault(stat(0o664, 100))).toBe("OTHERS_WRITE");
    expect(findSettingsFault(stat(0o666, 1000))).toBe("OTHERS_WRITE");
  });
});

describe("Trust", () => {
  it("does not pass to another folder that takes the path [HOST-14]", async () => {
    const { root, store } = settingsScene({ [projectFile]: allowing });
    const settings = store();
    await settings.trust(root);
    await settings.addRule("allow", "Edit(b)", "local");
    expect((await settings.load(exact)).withheld).toEqual([]);
    renameSync(root, `${root}-before`);
    cpSync(`${root}-before`, root, { recursive: true });
    for (const each of [settings, store()]) {
      const { rules, withheld } = await each.load(exact);
      expect(rules).toEqual([]);
      expect(withheld.map(({ why }) => why)).toEqual([
        `the folder ${root} is not the one that was trusted`,
        `the folder ${root} is not the one that was trusted`,
      ]);
      expect(await each.isTrusted(root)).toBe(false);
    }
    await settings.trust(root);
    expect((await settings.load(exact)).withheld).toEqual([]);
  });

  it.each([projectFile, localFile])(
    "ends with a change of %s, until it is given again [HOST-15]",
    async (file) => {
      const { root, files, store } = settingsScene({ [file]: permissions({ allow: ["Edit(a)"] }) });
      const settings = store();
      await settings.trust(root);
      expect((await settings.load(exact)).withheld).toEqual([]);
      files.write(file, permissions({ allow: ["Edit(a)", "Edit(/**)"], deny: ["Read(d)"] }));
      for (const each of [settings, store()]) {
        const { rules, withheld } = await each.load(exact);
        // Whatever forbids counts at once.
        expect(rules.map(({ text }) => text)).toEqual(["Read(d)"]);
        expect(withheld.map(({ rule, why }) => [rule.text, why])).toEqual([
          ["Edit(a)", `this file has changed since the folder ${root} was trusted`],
          ["Edit(/**)", `this file has changed since the folder ${root} was trusted`],
        ]);
      }
      await settings.trust(root);
      expect((await settings.load(exact)).withheld).toEqual([]);
    },
  );

  it("does not cover a settings file that comes later, nor roots and a mode in it [HOST-15]", async () => {
    const { root, files, store } = settingsScene();
    const settings = store();
    await settings.trust(root);
    const block = { allow: ["Edit(/**)"], additionalDirectories: ["/etc"], defaultMode: "bypassPermissions" };
    files.write(projectFile, permissions(block));
    const { withheld, extraRoots, mode } = await settings.load(exact);
    expect([withheld.length, extraRoots, mode]).toEqual([1, [], undefined]);
  });

  it("is for what was loaded when the person decided, not for what came in between [HOST-15]", async () => {
    const { root, files, store } = settingsScene({ [projectFile]: allowing });
    const settings = store();
    await settings.load(exact);
    files.write(projectFile, permissions({ allow: ["Edit(/**)"] }));
    await settings.trust(root);
    expect((await settings.load(exact)).withheld.map(({ rule }) => rule.text)).toEqual(["Edit(/**)"]);
  });

  it("stays with what a person changes through us, and not with what else was changed [HOST-16]", async () => {
    const { root, files, store } = settingsScene({ [projectFile]: allowing });
    const settings = store();
    await settings.trust(root);
    await settings.addRule("allow", "Edit(b)", "project");
    const file = await settings.addRule("allow", "Edit(c)", "local");
    expect((await settings.load(exact)).withheld).toEqual([]);
    await settings.removeRule("allow", "Edit(c)", file);
    expect((await settings.load(exact)).withheld).toEqual([]);
    files.write(projectFile, permissions({ allow: ["Edit(/**)"] }));
    await settings.addRule("allow", "Edit(d)", "project");
    expect(brief((await settings.load(exact)).rules)).toEqual([]);
  });

  it("of an earlier version does not count, and says why [HOST-17]", async () => {
    const { root, configure: put, store } = settingsScene({ [projectFile]: allowing });
    put("trust.json", { folders: { [root]: { trusted: true, granted: ["Edit(x)"] } } });
    const settings = store();
    const { withheld } = await settings.load(exact);
    expect(withheld.map(({ why }) => why)).toEqual([
      `the folder ${root} was trusted with an earlier version and has to be trusted again`,
    ]);
    expect(await settings.isTrusted(root)).toBe(false);
    await settings.trust(root);
    expect((await settings.load(exact)).withheld).toEqual([]);
  });

  it("is kept by the folder's device and inode, and works on a disk of the host's own [HOST-14]", async () => {
    const { root, config, store } = settingsScene({ [projectFile]: allowing });
    const settings = store({ fileSystem: createNodeFileSystem({ syncUpToBytes: 0 }) });
    await settings.trust(root);
    const { dev, ino } = statSync(root, { bigint: true });
    expect(JSON.parse(readFileSync(join(config, "trust.json"), "utf8"))).toMatchObject({
      folders: { [root]: { trusted: true, device: String(dev), inode: String(ino) } },
    });
  });
});

describe("New settings files", () => {
  it.each(["000", "002", "077"])("have the mode of their kind below umask %s [HOST-18]", async (umask) => {
    const files = tempWorkspace({ "a.txt": "" });
    for (const to of ["project", "local", "user"]) {
      const words = [process.execPath, program, "permissions", "add", "deny", "Read(x)", "--to", to];
      await promisify(execFile)("sh", ["-c", `umask ${umask}; exec "$0" "$@"`, ...words], {
        cwd: files.root,
        env: homeless(files.root),
      });
    }
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
    const user = join(files.home, ".config", "filewright", "settings.json");
    expect([files.path(projectFile), files.path(localFile), user].map(modeOf)).toEqual(["644", "600", "600"]);
    expect(statSync(files.path(".filewright")).mode & 0o022).toBe(0);
  });
});
