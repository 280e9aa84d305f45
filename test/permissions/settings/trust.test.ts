/** Who may allow what: a repository brings its settings along, a person's word does not. */
import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AbsolutePath } from "../../../src/index.js";
import { brief, localFile, permissions, projectFile, settingsScene } from "./surroundings.js";

const exact = { isExact: true } as const;

const everything = permissions({ deny: ["Read(d)"], ask: ["Edit(q)"], allow: ["Edit(a)"] });

describe("A folder that is not trusted", () => {
  it("may forbid and ask, and what it allows is withheld [PERM-24]", async () => {
    const { root, store } = settingsScene({ [projectFile]: everything, [localFile]: everything });
    const settings = store();
    const { rules, withheld, sources } = await settings.load(exact);
    expect(brief(rules)).toEqual([
      "deny local Read(d)",
      "ask local Edit(q)",
      "deny project Read(d)",
      "ask project Edit(q)",
    ]);
    expect(brief(withheld.map(({ rule }) => rule))).toEqual(["allow local Edit(a)", "allow project Edit(a)"]);
    expect(withheld.map(({ why }) => why)).toEqual([
      `the folder ${root} is not trusted`,
      `the folder ${root} is not trusted`,
    ]);
    expect(sources.map(({ isTrusted }) => isTrusted)).toEqual([false, false, true]);

    await settings.trust(root);
    const trusted = await settings.load(exact);
    expect(trusted.withheld).toEqual([]);
    expect(brief(trusted.rules)).toEqual([
      "deny local Read(d)",
      "ask local Edit(q)",
      "allow local Edit(a)",
      "deny project Read(d)",
      "ask project Edit(q)",
      "allow project Edit(a)",
    ]);
    expect(trusted.sources.map(({ isTrusted }) => isTrusted)).toEqual([true, true, true]);
    await settings.untrust(root);
    expect((await settings.load(exact)).withheld).toHaveLength(2);
  });

  it("is not trusted through a parent, nor through a link that leads elsewhere by now [PERM-24]", async () => {
    const { root, files, store } = settingsScene({
      [`inner/${projectFile}`]: everything,
      [`other/${projectFile}`]: everything,
      link: { link: "inner" },
    });
    const settings = store({ roots: [files.path("link") as AbsolutePath] });
    const inner = files.path("inner") as AbsolutePath;
    const linked = files.path("link") as AbsolutePath;
    await settings.trust(root);
    expect([await settings.isTrusted(root), await settings.isTrusted(inner)]).toEqual([true, false]);
    expect((await settings.load(exact)).withheld).toHaveLength(1);
    // Trust is the folder's, by whichever name it was given.
    await settings.trust(linked);
    expect([await settings.isTrusted(inner), await settings.isTrusted(linked)]).toEqual([true, true]);
    expect((await settings.load(exact)).withheld).toEqual([]);
    rmSync(linked);
    symlinkSync("other", linked);
    expect((await settings.load(exact)).withheld).toHaveLength(1);
  });

  it("can't be trusted when it is not there [PERM-24]", async () => {
    const { files, store } = settingsScene({ "a.txt": "" });
    for (const name of ["gone", "a.txt"]) {
      await expect(store().trust(files.path(name) as AbsolutePath)).rejects.toMatchObject({
        code: "NOT_DIRECTORY",
      });
    }
  });
});

describe("A rule that a person grants", () => {
  it("holds although others in the same file do not [PERM-25]", async () => {
    const { root, config, files, store } = settingsScene({ [localFile]: everything });
    const settings = store();
    expect(await settings.addRule("allow", "Edit(/src/a.ts)", "local")).toBe(files.path(localFile));
    const { rules, withheld } = await settings.load({ isExact: false });
    expect(brief(rules)).toContain("allow local Edit(/src/a.ts)");
    expect(brief(withheld.map(({ rule }) => rule))).toEqual(["allow local Edit(a)"]);
    const { dev, ino } = statSync(root, { bigint: true });
    const identity = { device: String(dev), inode: String(ino) };
    expect(JSON.parse(readFileSync(join(config, "trust.json"), "utf8"))).toEqual({
      folders: { [root]: { trusted: false, ...identity, granted: ["Edit(/src/a.ts)"] } },
    });
    // In another process too, and only in the list and the file that it was given for.
    expect(brief((await store().load(exact)).rules)).toContain("allow local Edit(/src/a.ts)");
    files.write(projectFile, permissions({ allow: ["Edit(/src/a.ts)"] }));
    expect(brief((await settings.load(exact)).withheld.map(({ rule }) => rule))).toEqual([
      "allow local Edit(a)",
      "allow project Edit(/src/a.ts)",
    ]);
  });

  it("can be one that the repository has brought already [PERM-25]", async () => {
    const { files, store } = settingsScene({ [localFile]: everything });
    const settings = store();
    const before = files.bytes(localFile);
    await settings.addRule("allow", "Edit(a)", "local");
    expect(files.bytes(localFile)).toEqual(before);
    expect((await settings.load(exact)).withheld).toEqual([]);
  });

  it("is taken back with removeRule, for good [PERM-25]", async () => {
    const { files, store } = settingsScene();
    const settings = store();
    const file = await settings.addRule("allow", "Edit(x)", "local");
    const written = files.read(localFile);
    expect(await settings.removeRule("allow", "Edit(x)", file)).toBe(true);
    expect(await settings.removeRule("allow", "Edit(x)", file)).toBe(false);
    expect((await settings.load(exact)).rules).toEqual([]);
    files.write(localFile, written);
    expect(brief((await settings.load(exact)).withheld.map(({ rule }) => rule))).toEqual([
      "allow local Edit(x)",
    ]);
  });

  it("is taken back by hand, and forgotten when the next one is given [PERM-25]", async () => {
    const { files, store } = settingsScene();
    const settings = store();
    await settings.addRule("allow", "Edit(x)", "local");
    const written = files.read(localFile);
    writeFileSync(files.path(localFile), "{}");
    expect((await settings.load(exact)).rules).toEqual([]);
    await settings.addRule("allow", "Edit(y)", "local");
    files.write(localFile, written);
    expect((await settings.load(exact)).rules).toEqual([]);
  });

  it("is forgotten with the folder's trust [PERM-25]", async () => {
    const { root, store } = settingsScene();
    const settings = store();
    await settings.trust(root);
    await settings.addRule("allow", "Edit(x)", "local");
    expect(brief((await settings.load(exact)).rules)).toEqual(["allow local Edit(x)"]);
    await settings.untrust(root);
    expect(brief((await settings.load(exact)).withheld.map(({ rule }) => rule))).toEqual([
      "allow local Edit(x)",
    ]);
  });

  it("goes to the settings it is meant for [PERM-25, PERM-22]", async () => {
    const { root, config, files, store } = settingsScene();
    const other = files.path("other") as AbsolutePath;
    files.write("other/a.txt", "");
    const settings = store({ roots: [root, other] });
    expect([
      await settings.addRule("deny", "Read(a)", "project"),
      await settings.addRule("allow", "Edit(b)", "user"),
      await settings.addRule("ask", "Edit(c)", "local", other),
    ]).toEqual([files.path(projectFile), join(config, "settings.json"), join(other, localFile)]);
    expect(brief((await settings.load(exact)).rules)).toEqual([
      "ask local Edit(c)",
      "deny project Read(a)",
      "allow user Edit(b)",
    ]);
    await expect(
      settings.removeRule("deny", "x", files.path("a.json") as AbsolutePath),
    ).rejects.toMatchObject({
      code: "INPUT_INVALID",
    });
  });
});
