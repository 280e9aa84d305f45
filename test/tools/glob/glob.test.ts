import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Toolkit } from "../../../src/index.js";
import { textOf } from "../../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

/** The last segments of what a pattern finds, by name. */
async function namesFor(toolkit: Toolkit, input: object): Promise<string[]> {
  const { output } = await toolkit.call("Glob", input);
  return (output?.filenames ?? []).map((path) => basename(path)).toSorted();
}

const initGit = (files: TempWorkspace): void =>
  void execFileSync("git", ["init", "--quiet"], { cwd: files.root, stdio: "ignore" });

describe("Glob", () => {
  it("names the newest files first, below the folder that all are in, and says how long it took [FIND-1, COST-3]", async () => {
    const files = tempWorkspace({ "old.ts": "", "src/new.ts": "", "src/middle.ts": "", "note.md": "" });
    for (const [name, seconds] of [
      ["old.ts", 1000],
      ["src/middle.ts", 2000],
      ["src/new.ts", 3000],
    ] as const)
      utimesSync(files.path(name), seconds, seconds);
    const result = await files.toolkit().call("Glob", { pattern: "**/*.ts" });
    const expected = ["src/new.ts", "src/middle.ts", "old.ts"].map((name) => files.path(name));
    expect(textOf(result)).toBe(`In ${files.root}:\nsrc/new.ts\nsrc/middle.ts\nold.ts`);
    expect(result.output).toEqual({
      durationMs: expect.any(Number) as number,
      numFiles: 3,
      filenames: expected,
      truncated: false,
      totalMatches: 3,
    });
  });

  it("shows a hundred of more files and tells the total [FIND-1]", async () => {
    const files = tempWorkspace();
    for (let index = 0; index < 105; index += 1) {
      const path = files.write(`f${String(index).padStart(3, "0")}.txt`, "");
      utimesSync(path, 1000 + index, 1000 + index);
    }
    const result = await files.toolkit().call("Glob", { pattern: "*.txt" });
    expect(result.output).toMatchObject({ numFiles: 100, truncated: true, totalMatches: 105 });
    const lines = textOf(result).split("\n");
    expect(lines).toHaveLength(102);
    expect(lines[0]).toBe(`In ${files.root}:`);
    expect(lines[1]).toBe("f104.txt");
    expect(lines[100]).toBe("f005.txt");
    expect(lines[101]).toBe("[The 100 newest of 105 files. Give a narrower pattern or path to see others.]");
  });

  it.each([
    ["*.ts", ["top.ts"]],
    ["**/*.ts", ["a.ts", "b.test.ts", "top.ts"]],
    ["src/**", ["a.ts", "b.test.ts", "c.jsx"]],
    ["src/", ["a.ts", "b.test.ts", "c.jsx"]],
    ["**/*.{ts,jsx}", ["a.ts", "b.test.ts", "c.jsx", "top.ts"]],
    ["{src,docs}/**/*.{md,ts}", ["a.ts", "b.test.ts", "guide.md"]],
    ["!**/*.ts", [".env", "c.jsx", "guide.md"]],
    ["**/!(*.test).ts", ["a.ts", "top.ts"]],
    ["**/[!b]*.ts", ["a.ts", "top.ts"]],
    ["**/?.ts", ["a.ts"]],
    [".*", [".env"]],
    ["./src/deep/../deep/a.ts", ["a.ts"]],
    ["src/deep/a.ts", ["a.ts"]],
    ["docs", []],
  ])("matches %s [FIND-2]", async (pattern, names) => {
    const files = tempWorkspace({
      "top.ts": "",
      ".env": "",
      "src/deep/a.ts": "",
      "src/b.test.ts": "",
      "src/c.jsx": "",
      "docs/guide.md": "",
    });
    expect(await namesFor(files.toolkit(), { pattern })).toEqual(names);
  });

  it("drops blanks around a pattern, but not one that is escaped [FIND-2]", async () => {
    const files = tempWorkspace({ "trail ": "", "b\\": "", plain: "" });
    const toolkit = files.toolkit();
    expect(await namesFor(toolkit, { pattern: "  plain \n" })).toEqual(["plain"]);
    expect(await namesFor(toolkit, { pattern: "trail\\ " })).toEqual(["trail "]);
    expect(await namesFor(toolkit, { pattern: "b\\\\ " })).toEqual(["b\\"]);
  });

  it("takes absolute patterns, ~ and ways upwards, and asks for what lies outside [FIND-2]", async () => {
    const files = tempWorkspace({ "src/a.ts": "", "test/b.ts": "" });
    const home = files.path("src");
    const toolkit = files.toolkit({ environment: { HOME: home } });
    expect(await namesFor(toolkit, { pattern: `${files.root}/src/*.ts` })).toEqual(["a.ts"]);
    expect(await namesFor(toolkit, { pattern: `${files.root}/{src,test}/*.ts` })).toEqual(["a.ts", "b.ts"]);
    expect(await namesFor(toolkit, { pattern: "~/*.ts" })).toEqual(["a.ts"]);
    expect(await namesFor(toolkit, { pattern: "../test/*.ts", path: home })).toEqual(["b.ts"]);
    const outside = await toolkit.call("Glob", { pattern: `${dirname(files.root)}/*` });
    expect(outside.error?.code).toBe("PERMISSION_DENIED");
    const climbing = await toolkit.call("Glob", { pattern: "../../**/*.ts", path: home });
    expect(climbing.error?.code).toBe("PERMISSION_DENIED");
  });

  it("shows what a person has let it look at outside the roots [FIND-2]", async () => {
    const files = tempWorkspace();
    const outside = join(dirname(files.root), "elsewhere");
    mkdirSync(outside);
    symlinkSync(files.root, join(outside, "link"));
    files.write("../elsewhere/seen.txt", "");
    const questions: string[] = [];
    const toolkit = files.toolkit({
      onAsk: ({ path }) => {
        questions.push(path);
        return { answer: "allow" };
      },
    });
    const result = await toolkit.call("Glob", { pattern: "*", path: outside });
    expect(result.output?.filenames).toEqual([join(outside, "seen.txt")]);
    expect(questions).toEqual([outside]);
  });

  it("shows paths below the name that was given, also when that is a link [FIND-2]", async () => {
    const files = tempWorkspace({ "real/a.ts": "", link: { link: "real" } });
    const result = await files.toolkit().call("Glob", { pattern: "*.ts", path: files.path("link") });
    expect(result.output?.filenames).toEqual([files.path("link/a.ts")]);
  });

  it("looks behind a link that the pattern names, and asks when it leads outside [FIND-2]", async () => {
    const files = tempWorkspace({
      "releases/5/a.log": "",
      current: { link: "releases/5" },
      out: { link: "/etc" },
    });
    const toolkit = files.toolkit();
    const found = (pattern: string): Promise<unknown> =>
      toolkit.call("Glob", { pattern }).then(({ output, error }) => error?.code ?? output?.filenames);
    expect(await found("current/*.log")).toEqual([files.path("current/a.log")]);
    expect(await found(`${files.root}/current/**`)).toEqual([files.path("current/a.log")]);
    expect(await found("**/*.log")).toEqual([files.path("releases/5/a.log")]);
    expect(await found("out/*")).toBe("PERMISSION_DENIED");
  });

  it("finds ignored files only when nothing else matches, and says so [FIND-3]", async () => {
    const files = tempWorkspace({
      ".gitignore": "dist/\n*.log\n",
      "src/a.js": "",
      "dist/a.js": "",
      "dist/only.css": "",
      "run.log": "",
    });
    initGit(files);
    const toolkit = files.toolkit();
    expect((await toolkit.call("Glob", { pattern: "**/*.js" })).output).toMatchObject({
      filenames: [files.path("src/a.js")],
      totalMatches: 1,
    });
    const ignored = await toolkit.call("Glob", { pattern: "**/*.css" });
    expect(ignored.output).toMatchObject({ filenames: [files.path("dist/only.css")], ignoredFiles: true });
    expect(textOf(ignored)).toBe(
      `${files.path("dist/only.css")}\n[Only files that the project's ignore rules leave out match; these are shown.]`,
    );
    expect((await toolkit.call("Glob", { pattern: "dist/*.js" })).output?.ignoredFiles).toBe(true);
    const nothing = await toolkit.call("Glob", { pattern: "**/*.none" });
    expect(textOf(nothing)).toBe("No files found");
    expect(nothing.output).toMatchObject({ numFiles: 0, totalMatches: 0, truncated: false });
  });

  it("does not look into folders of version control, ignored files or not [FIND-3]", async () => {
    const names = [".git", ".svn", ".hg", ".bzr", ".jj", ".sl"];
    const files = tempWorkspace(Object.fromEntries(names.map((name) => [`${name}/secret.txt`, ""])));
    const result = await files.toolkit().call("Glob", { pattern: "**/secret.txt" });
    expect(textOf(result)).toBe("No files found");
  });

  it("finds a file that is named outright through a link inside the roots, and none outside [FIND-2]", async () => {
    const files = tempWorkspace({
      "AGENTS.md": "",
      "CLAUDE.md": { link: "AGENTS.md" },
      "secret.md": { link: "/etc/hostname" },
    });
    const toolkit = files.toolkit();
    expect(await namesFor(toolkit, { pattern: "CLAUDE.md" })).toEqual(["CLAUDE.md"]);
    expect(await namesFor(toolkit, { pattern: "secret.md" })).toEqual([]);
  });
});
