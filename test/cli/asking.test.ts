import { describe, expect, it } from "vitest";
import { type TerminalState, type Typed, typeCommand } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function editing(
  files: TempWorkspace,
  state: TerminalState,
  more: readonly string[] = [],
): Promise<Typed> {
  await typeCommand(["read", "src/a.txt"], files.root);
  return typeCommand(["edit", "src/a.txt", "--old", "two", "--new", "2", ...more], files.root, state);
}

describe("A question in the terminal", () => {
  it("shows the file, the reason, the diff and what each answer would add [CLI-13]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { code, stdout, stderr, prompts } = await editing(files, { typed: ["y"] });
    expect(code).toBe(0);
    const path = files.path("src/a.txt");
    const settings = files.path(".filewright/settings.local.json");
    expect(stderr.split("\n")).toEqual([
      "Edit asks to change",
      `  ${path}  [in ${files.root}]`,
      "  because changes need permission",
      `Changes ${path}`,
      "@@ -1,2 +1,2 @@",
      " one",
      "-two",
      "+2",
      "  y   yes, this once",
      "  s   yes, for this session: this file, by the rule Edit(/src/a.txt)",
      "  sf  yes, for this session: everything in its folder, by the rule Edit(/src/**)",
      `  a   yes, always: this file, by the rule Edit(/src/a.txt), written to ${settings}`,
      `  af  yes, always: everything in its folder, by the rule Edit(/src/**), written to ${settings}`,
      "  n   no (or just Enter)",
      "  r   no, and say why",
      "",
    ]);
    expect(prompts).toEqual(["Allow it? [y/s/sf/a/af/N/r] "]);
    expect(stdout).toContain("has been updated");
    expect(files.read("src/a.txt")).toBe("one\n2\n");
  });

  it("is coloured: green for a new file, amber for a change, red outside the roots [CLI-13]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { stderr } = await editing(files, { typed: ["n"], hasColour: true });
    expect(stderr).toContain(`\u001b[33mChanges ${files.path("src/a.txt")}\u001b[0m\n`);
    expect(stderr).toContain("\u001b[31m-two\u001b[0m\n\u001b[32m+2\u001b[0m\n");
    const created = await typeCommand(["write", "new.txt", "--content", "x\n"], files.root, {
      typed: ["n"],
      hasColour: true,
    });
    expect(created.stderr).toContain("Write asks to create");
    expect(created.stderr).toContain(`\u001b[32mNew file ${files.path("new.txt")}\u001b[0m\n`);
    const outside = files.path("..", "outside.txt");
    const read = await typeCommand(["read", outside], files.root, { typed: ["n"], hasColour: true });
    expect(read.stderr).toContain(`${outside}  \u001b[31m[outside the roots]\u001b[0m\n`);
    expect(read.stderr).toContain("because it lies outside the roots");
  });

  it("takes an answer for always to the settings [CLI-13]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    expect((await editing(files, { typed: ["af"] })).code).toBe(0);
    const settings = JSON.parse(files.read(".filewright/settings.local.json"));
    expect(settings).toEqual({ permissions: { allow: ["Edit(/src/**)"] } });
    // No question any more, in no terminal.
    await typeCommand(["read", "src/a.txt"], files.root, { environment: { FILEWRIGHT_SESSION: "other" } });
    const again = ["edit", "src/a.txt", "--old", "2", "--new", "two", "--session", "other"];
    expect((await typeCommand(again, files.root)).code).toBe(0);
  });

  it("says when always could not be written down [CLI-13]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n", ".filewright": "a file in the way" });
    const { code, stderr } = await editing(files, { typed: ["a"] });
    expect(code).toBe(0);
    expect(stderr).toContain("it holds for this session only");
  });

  it("shows what a link leads to, and what deserves a second look [CLI-13]", async () => {
    const files = tempWorkspace({ "package.json": "{}\n", "link.json": { link: "package.json" } });
    await typeCommand(["read", "link.json"], files.root);
    const content = '{ "scripts": { "postinstall": "x" } }\n';
    const { stderr } = await typeCommand(["write", "link.json", "--content", content], files.root, {
      typed: ["n"],
    });
    expect(stderr).toContain(`  ${files.path("package.json")}  [in`);
    expect(stderr).toContain(`\n  given as ${files.path("link.json")}\n`);
    expect(stderr).toMatch(/\n {2}Warning: it .*postinstall/);
  });

  it.each<[string, TerminalState["typed"]]>([
    ["Enter", [""]],
    ["the end of input", [undefined]],
    ["no", ["n"]],
    ["NO in words", [" No "]],
    ["words that are no answer", ["yep", "sure", "ok", "1", "ja", "y"]],
    ["an answer that was not offered", ["x", ""]],
  ])("takes %s for no [CLI-14]", async (_, typed) => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { code, stderr } = await editing(files, { typed: typed ?? [] });
    expect(code).toBe(3);
    expect(stderr).toContain("Not allowed: ");
    expect(files.read("src/a.txt")).toBe("one\ntwo\n");
  });

  it("asks again after a word that is no answer [CLI-14]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { code, prompts } = await editing(files, { typed: ["what?", "YES"] });
    expect({ code, asked: prompts.length }).toEqual({ code: 0, asked: 2 });
  });

  it("passes on why not [CLI-14]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { code, stderr, prompts } = await editing(files, { typed: ["r", "use \u001b[1mthree"] });
    expect(code).toBe(3);
    expect(prompts.at(-1)).toBe("Why not? ");
    expect(stderr).toContain("Reason: use \\x1b[1mthree\n");
  });

  it("is withdrawn when the person interrupts [CLI-14]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const interrupted = new AbortController();
    const interrupt = (): string => {
      interrupted.abort(new Error("interrupted"));
      return "y";
    };
    const { code } = await editing(files, { typed: [interrupt], signal: interrupted.signal });
    expect(code).toBe(2);
    expect(files.read("src/a.txt")).toBe("one\ntwo\n");
  });

  it("is not asked where nobody is: the refusal says how to go on [CLI-15]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const { code, stderr, prompts } = await editing(files, {});
    expect({ code, prompts }).toEqual({ code: 3, prompts: [] });
    expect(stderr).toContain("no one can be asked");
    expect(stderr).toContain("To answer beforehand, add --yes; to see first what would change, --dry-run.\n");
    const outside = ["read", files.path("..", "outside.txt")];
    expect((await typeCommand(outside, files.root)).stderr).toContain("To answer beforehand, add --yes.\n");
    expect((await typeCommand([...outside, "--yes"], files.root)).stderr).toContain("does not exist");
    const json = await editing(files, {}, ["--json"]);
    expect(json).toMatchObject({ code: 3, stderr: "" });
    expect(JSON.parse(json.stdout).error.code).toBe("PERMISSION_DENIED");
  });

  it("is answered beforehand by --yes, once and without a word, also for what is protected [CLI-15]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    expect(await editing(files, { isInteractive: true }, ["--yes"])).toMatchObject({
      code: 0,
      stderr: "",
      prompts: [],
    });
    expect((await typeCommand(["write", ".npmrc", "--content", "x", "--yes"], files.root)).code).toBe(0);
    expect((await typeCommand(["write", ".npmrc", "--content", "y"], files.root)).code).toBe(3);
  });

  it("never comes up for what is denied, and --yes does not pass it [CLI-15]", async () => {
    const files = tempWorkspace({
      "src/a.txt": "one\ntwo\n",
      ".filewright/settings.json": JSON.stringify({ permissions: { deny: ["Edit(src/**)"] } }),
    });
    for (const [state, more] of [
      [{ typed: ["y"] }, []],
      [{}, ["--yes"]],
    ] as const) {
      const { code, stderr, prompts } = await editing(files, state, more);
      expect({ code, prompts }).toEqual({ code: 3, prompts: [] });
      expect(stderr).not.toContain("--yes");
    }
    const own = ["write", ".filewright/settings.json", "--content", "{}", "--yes"];
    expect((await typeCommand(own, files.root)).code).toBe(3);
    expect(files.read("src/a.txt")).toBe("one\ntwo\n");
  });

  it("can show a long diff whole before it is answered [CLI-17]", async () => {
    const files = tempWorkspace();
    const content = Array.from({ length: 400 }, (_, index) => `line ${index}`).join("\n");
    const words = ["write", "new.txt", "--content", content];
    const { code, stderr, prompts } = await typeCommand(words, files.root, { typed: ["d", "y"] });
    expect({ code, asked: prompts.length }).toEqual({ code: 0, asked: 2 });
    const [cut = "", whole = ""] = stderr.split("show the whole diff, which a yes needs first");
    expect(cut).toMatch(/\[… \d+ more diff lines]/);
    expect(cut).not.toContain("+line 399");
    expect(whole).toContain("+line 399");
    expect(
      (await typeCommand(["write", "b", "--content", "x"], files.root, { typed: ["d", ""] })).stderr,
    ).not.toContain("whole diff");
  });

  it("has no answer that counts for a file that was changed meanwhile [CLI-14]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\ntwo\n" });
    const meddle = (): string => {
      files.write("src/a.txt", "zero\none\ntwo\n");
      return "y";
    };
    const { code, prompts } = await editing(files, { typed: [meddle] });
    expect({ code, asked: prompts.length }).toEqual({ code: 2, asked: 1 });
    expect(files.read("src/a.txt")).toBe("zero\none\ntwo\n");
  });
});
