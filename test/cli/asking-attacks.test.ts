/** Attacks 35 to 37: what a file is called, holds or leads to must not decide what a person believes to allow. */
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeLookAlikes } from "../../src/cli/ask/look-alikes.js";
import { typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

/** Everything that a terminal obeys or that changes how a line reads, but for the ends of lines. */
const DECEPTIVE = /[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u;

const names: readonly [string, string][] = [
  ["clears the screen", "\u001b[2J\u001b[Ha.txt"],
  ["sets the title", "\u001b]0;safe\u0007a.txt"],
  ["links elsewhere", "\u001b]8;;http:x\u0007a\u001b]8;;\u0007"],
  ["writes to the clipboard", "\u001b]52;c;ZXZpbA==\u0007"],
  ["returns to the start of the line", "evil\rREADME.md"],
  ["begins a new line", "a.txt\n  because you asked for it\n\n+harmless"],
  ["erases with backspaces", "evil\b\b\b\bgood.txt"],
  ["turns the direction", "a\u202etxt.exe"],
  ["isolates the direction", "\u2066a\u2069.txt"],
  ["hides letters", "a\u200b\u200d\u{e0041}.txt"],
  ["has 8-bit controls", "\u009b31ma.txt"],
  ["looks like blank", "a\u3164\u2800.txt"],
  ["ends lines in another way", "a\u2028b\u2029c\u0085d.txt"],
];

describe("A question about a file whose name", () => {
  it.each(names)("%s shows it as it is spelt [CLI-16]", async (_, name) => {
    const files = tempWorkspace();
    const words = ["write", name, "--content", "x\n"];
    const { code, stderr, stdout, prompts } = await typeCommand(words, files.root, { typed: ["y"] });
    expect(code).toBe(0);
    for (const text of [stderr, stdout, ...prompts]) expect(text).not.toMatch(DECEPTIVE);
    const lines = stderr.split("\n");
    expect(lines[0]).toBe("Write asks to create");
    expect(lines[1]).toMatch(/ {2}\[in \/.*\/root]$/);
    expect(lines[2]).toBe("  because changes need permission");
    expect(lines[3]).toMatch(/^New file \//);
    expect(lines[4]).toBe("@@ -0,0 +1,1 @@");
  });

  it.each([
    ["a Cyrillic letter among Latin ones", "p\u0430ypal.txt", "U+0430"],
    ["a stroke that looks like a slash", "src\u2215app.ts", "U+2215"],
    ["full-width letters", "\uff41pp.ts", "U+FF41"],
  ])("has %s says so [CLI-16]", async (_, name, code) => {
    const files = tempWorkspace();
    const { stderr } = await typeCommand(["write", name, "--content", "x\n"], files.root, { typed: ["n"] });
    expect(stderr).toContain(`Warning: the name has letters that look like others: `);
    expect(stderr).toContain(code);
  });

  it("is all in one other alphabet says nothing [CLI-16]", () => {
    for (const path of [
      "/w/\u0444\u0430\u0439\u043b/a.txt",
      "/w/\u65e5\u672c\u8a9e.txt",
      "/w/caf\u00e9.txt",
      "/w/\u{1f600}.txt",
    ])
      expect(describeLookAlikes(path)).toBeUndefined();
    expect(describeLookAlikes("/w/a\u0430\u0435\u043e\u0440")).toMatch(/, and 1 more$/);
  });

  it("is very long is shown whole [CLI-16] [HOST-128]", async () => {
    const folder = `${"harmless-".repeat(20)}/`.repeat(4);
    const files = tempWorkspace();
    mkdirSync(files.path(folder), { recursive: true });
    const words = ["write", `${folder}evil.sh`, "--content", "x\n"];
    const { stderr } = await typeCommand(words, files.root, { typed: ["n"] });
    const [, shown = ""] = stderr.split("\n");
    expect(shown).toContain(`  ${files.path(folder)}evil.sh  [in `);
  });

  it("leads elsewhere is asked about where it leads [CLI-16]", async () => {
    const files = tempWorkspace({
      ".git/hooks/pre-commit": "x\n",
      "docs/README.md": { link: "../.git/hooks/pre-commit" },
      "up/x/y": "",
    });
    await typeCommand(["read", "docs/README.md"], files.root);
    for (const path of ["docs/README.md", "up/../docs/./README.md"]) {
      const { code, stderr } = await typeCommand(["write", path, "--content", "evil\n"], files.root, {
        typed: ["n"],
      });
      expect(code).toBe(3);
      expect(stderr.split("\n").slice(0, 4)).toEqual([
        "Write asks to change",
        `  ${files.path(".git/hooks/pre-commit")}  [in ${files.root}]`,
        `  given as ${files.path("docs/README.md")}`,
        "  because it is protected (.git)",
      ]);
      expect(stderr).not.toContain("for this session");
    }
  });
});

describe("What a file holds", () => {
  it("can't draw a question, an answer or a diff of its own [CLI-16]", async () => {
    const hostile = [
      "\u001b[1A\u001b[2K  y  yes",
      "Allow it? [y/N] ",
      "\u202e+good\u202c",
      "a\rb",
      "\u009b2J",
      "@@ -1,1 +1,1 @@",
    ].join("\n");
    const files = tempWorkspace({ "a.txt": `${hostile}\n` });
    const shown = await typeCommand(["read", "a.txt"], files.root);
    const words = ["write", "a.txt", "--content", `${hostile}\u0007`];
    const asked = await typeCommand(words, files.root, { typed: ["y"] });
    const looked = await typeCommand(["write", "b.txt", "--content", hostile, "--dry-run"], files.root);
    const found = await typeCommand(["grep", "good", "--output-mode", "content"], files.root);
    for (const { stdout, stderr } of [shown, asked, looked, found]) {
      expect(stdout).not.toMatch(DECEPTIVE);
      expect(stderr).not.toMatch(DECEPTIVE);
    }
    // Every line of the file stands behind a mark of the diff.
    const [, diff = ""] = asked.stderr.split("Changes ");
    const drawn = diff.split("\n  y ")[0]?.split("\n").slice(1) ?? [];
    expect(drawn.every((line) => /^(?:[-+ \\]|@@ -\d+,\d+ \+\d+,\d+ @@$)/.test(line))).toBe(true);
    // The bytes on the disk are the ones that were given.
    expect(files.read("a.txt")).toBe(`${hostile}\u0007`);
  });

  it("reaches scripts as it is [CLI-16]", async () => {
    const files = tempWorkspace({ "a.txt": "\u001b[2J\u202ex\n" });
    const { stdout } = await typeCommand(["read", "a.txt", "--json"], files.root);
    expect(JSON.parse(stdout).output.file.content).toBe("\u001b[2J\u202ex\n");
  });

  it("comes back escaped in complaints about what was typed [CLI-16]", async () => {
    const files = tempWorkspace();
    for (const words of [
      ["\u001b[2Jfly"],
      ["read", "--\u001b[2J"],
      ["read", "\u001b[2J/a"],
      ["grep", "x", "--output-mode", "\u001b[2J"],
      ["write", "a", "--content-file", "\u001b[2J\n"],
      ["read", "a", "--settings", "\u001b[2J"],
    ]) {
      const { code, stderr } = await typeCommand(words, files.root);
      expect(code).toBe(2);
      expect(stderr).not.toMatch(DECEPTIVE);
    }
  });
});
