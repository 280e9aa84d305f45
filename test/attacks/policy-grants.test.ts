/** Attack 23, of what is remembered: a grant is for what its rule says, and its rule for what the person was shown. */
import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Question } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

describe("A grant", () => {
  it.each([
    "[2024] a*.txt",
    "a**",
    "!a.txt",
    "#a",
    "a\\b",
    "a?.txt",
    "{a,b}",
    " a ",
    "a(b)",
    "a\nb",
    "~",
    "$&",
  ])("remembered for the file %j is for no other [ATTACK-23]", async (name) => {
    const files = tempWorkspace({});
    mkdirSync(files.path("d"));
    let asked = 0;
    const toolkit = files.toolkit({
      onAsk: () => {
        asked += 1;
        return asked === 1 ? { answer: "allow", remember: "session" } : { answer: "deny" };
      },
    });
    const write = (path: string, content: string) =>
      toolkit.call("Write", { file_path: `${files.root}/d/${path}`, content });
    expect((await write(name, "1")).isError).toBe(false);
    expect((await write(name, "2")).isError).toBe(false);
    expect(asked).toBe(1);
    for (const other of [
      "2 a1.txt",
      "ab",
      "a.txt",
      "a",
      "b",
      "axb",
      "a1.txt",
      "aa",
      "[2024] ab.txt",
      `sub/${name}`,
      `${name}x`,
    ])
      if (other !== name) expect([other, (await write(other, "3")).isError]).toEqual([other, true]);
    const above = await toolkit.call("Write", { file_path: `${files.root}/${name}`, content: "3" });
    expect(above.isError).toBe(true);
  });

  it("for a folder ends with the folder, links out of it and protected names in it [ATTACK-23]", async () => {
    const files = tempWorkspace({
      "src/a.txt": "",
      "src2/b.txt": "",
      "vault/c.txt": "",
      "src/out": { link: "../vault" },
    });
    const asked: Question[] = [];
    const toolkit = files.toolkit({
      onAsk: (question) => {
        asked.push(question);
        const remember = question.suggestions.find(
          ({ scope, covers }) => scope === "session" && covers === "folder",
        );
        return asked.length === 1 && remember !== undefined
          ? { answer: "allow", remember }
          : { answer: "deny" };
      },
    });
    const write = (name: string) => toolkit.call("Write", { file_path: files.path(name), content: "x" });
    expect((await write("src/new.txt")).isError).toBe(false);
    expect((await write("src/deep/new.txt")).isError).toBe(false);
    for (const name of [
      "src2/new.txt",
      "src/out/new.txt",
      "src/../vault/new.txt",
      "src/.git/config",
      "SRC/new.txt",
    ])
      expect([name, (await write(name)).isError]).toEqual([name, true]);
    symlinkSync("../vault/later.txt", files.path("src/later.txt"));
    expect((await write("src/later.txt")).isError).toBe(true);
    expect(asked).toHaveLength(7);
  });

  it("for a search of a folder outside is for that folder, and not for the one above [ATTACK-23]", async () => {
    const files = tempWorkspace({
      "in/a.txt": "",
      "data/one/b.txt": "needle\n",
      "data/two/c.txt": "needle\n",
    });
    const asked: Question[] = [];
    const toolkit = files.toolkit({
      roots: [files.path("in")],
      onAsk: (question) => {
        asked.push(question);
        return asked.length === 1 ? { answer: "allow", remember: "session" } : { answer: "deny" };
      },
    });
    const search = (name: string) => toolkit.call("Grep", { pattern: "needle", path: files.path(name) });
    expect((await search("data/one")).isError).toBe(false);
    expect((await search("data/one")).isError).toBe(false);
    expect((await toolkit.call("Read", { file_path: files.path("data/one/b.txt") })).isError).toBe(false);
    expect(asked.map(({ suggestions }) => suggestions.map(({ covers, rule }) => [covers, rule]))).toEqual([
      [
        ["file", undefined],
        ["folder", `Read(/${files.path("data/one")})`],
        ["folder", `Read(/${files.path("data/one")})`],
      ],
    ]);
    for (const name of ["data", "data/two", "data/two/c.txt"])
      expect((await search(name)).isError).toBe(true);
  });

  it("for the agent's own folder opens nothing that is protected inside of it [ATTACK-23]", async () => {
    const files = tempWorkspace({ ".claude/plain/x": "", ".claude/one/.git": { link: "../plain" } });
    const asked: Question[] = [];
    const toolkit = files.toolkit({
      permissions: { mode: "acceptEdits" },
      onAsk: (question) => {
        asked.push(question);
        return asked.length === 1 ? { answer: "allow", remember: "session" } : { answer: "deny" };
      },
    });
    const write = async (name: string): Promise<boolean> => {
      const result = await toolkit.call("Write", { file_path: files.path(".claude", name), content: "x" });
      return !result.isError;
    };
    expect([await write("a.md"), await write("hooks/b.md")]).toEqual([true, true]);
    const within = [
      "worktrees/one/.git/hooks/pre-commit",
      "worktrees/one/.npmrc",
      "two/.git/config",
      "one/.git/y",
    ];
    for (const name of within) expect([name, await write(name)]).toEqual([name, false]);
    expect(asked.slice(1).map(({ path, suggestions }) => [path, suggestions.length])).toEqual(
      within.map((name) => [files.path(".claude", name), 1]),
    );
  });

  it("that was not offered allows nothing [ATTACK-23]", async () => {
    const files = tempWorkspace({});
    for (const remember of ["session", { scope: "session", covers: "folder", rule: "Edit" }] as const) {
      const toolkit = files.toolkit({
        permissions: { ask: ["Edit"] },
        onAsk: () => ({ answer: "allow", remember }),
      });
      const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "x" });
      expect([result.isError, files.stamp("a.txt"), toolkit.permissions.grants]).toEqual([
        true,
        undefined,
        [],
      ]);
    }
  });
});
