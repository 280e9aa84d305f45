import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { printResult } from "../../src/cli/print-result.js";
import { commandNameOf, listParameters } from "../../src/cli/tool-commands/parameters.js";
import { builtInFaces } from "../../src/tools/faces.js";
import {
  createTerminal,
  homeless,
  program,
  type TerminalState,
  typeCommand,
} from "../support/command-line.js";
import { fakeRipgrep } from "../support/fake-ripgrep.js";
import { tempWorkspace } from "../support/workspace.js";

describe("The tools as commands", () => {
  it("have a word or an option for every field of every input [CLI-4]", () => {
    for (const face of builtInFaces) {
      const parameters = listParameters(face);
      expect(parameters.map(({ field }) => field)).toEqual(Object.keys(face.input.jsonSchema.properties));
      for (const { position, option } of parameters) expect(position ?? option).toBeDefined();
    }
    expect(builtInFaces.map(commandNameOf)).toEqual([
      "read",
      "write",
      "edit",
      "glob",
      "grep",
      "notebook-edit",
    ]);
  });

  it("hand over each option under the name that the tool knows [CLI-4]", async () => {
    const files = tempWorkspace({ "a.txt": "zero\nOne\ntwo\nthree\n", "b.md": "one\n" });
    const type = (...words: string[]): Promise<string> =>
      typeCommand(words, files.root).then(({ stdout }) => stdout);
    const content = ["--output-mode", "content"];
    expect(
      await type("grep", "one", "-i", "-A", "1", "--before-context", "1", ...content, "--glob", "*.txt"),
    ).toBe("a.txt\n1-zero\n2:One\n3-two\n");
    expect(await type("grep", "one", "a.txt", "-i", "--no-line-number", ...content)).toBe("a.txt\nOne\n");
    expect(await type("grep", "-o", "hr.", "--context", "1", "--head-limit", "2", ...content)).toContain(
      "4:hre",
    );
    expect(await type("grep", "o.e", "--path", "b.md", "--output-mode", "count")).toContain("b.md:1");
    expect(await type("glob", "*.md", ".")).toBe("b.md\n");
    expect(await type("read", "a.txt", "--offset=2", "--limit=1")).toContain("     2→One\n");
  });

  it("show lines where a flag of grep is about lines, files with -l, counts with -c [CLI-302]", async () => {
    const files = tempWorkspace({ "a.txt": "zero\none\ntwo\n" });
    const type = (...words: string[]): Promise<string> =>
      typeCommand(["grep", "one", ...words], files.root).then(({ stdout }) => stdout);
    const lines = "a.txt\n1-zero\n2:one\n3-two\n";
    expect(await type("-C", "1")).toBe(lines);
    expect(await type("--context", "1")).toBe(lines);
    expect(await type("-A1", "-B1")).toBe(lines);
    expect(await type("-C", "1", "--output-mode", "content")).toBe(lines);
    for (const flag of ["-n", "--line-number"]) expect(await type(flag)).toBe("a.txt\n2:one\n");
    expect(await type("--no-line-number")).toBe("a.txt\none\n");
    expect(await type("-o")).toBe("a.txt\n2:one\n");
    for (const flags of [[], ["-l"], ["--files-with-matches"], ["-l", "--output-mode", "files_with_matches"]])
      expect(await type(...flags)).toBe("Found 1 file\na.txt\n");
    for (const flag of ["-c", "--count"])
      expect(await type(flag)).toBe("a.txt:1\n\nFound 1 match in 1 file\n");
    expect(JSON.parse(await type("-C", "1", "--json")).output.mode).toBe("content");
  });

  it.each([
    [["-l", "-C", "2"], "-l lists files, and -C shows lines: give one of them."],
    [["-l", "-c"], "-l lists files, and -c counts matches: give one of them."],
    [["-c", "-o"], "-c counts matches, and -o shows lines: give one of them."],
    [["-l", "--no-line-number"], "-l lists files, and --no-line-number shows lines: give one of them."],
    [
      ["--output-mode", "count", "--context", "1"],
      "--output-mode count counts matches, and --context shows lines: give one of them.",
    ],
  ])("refuse flags of grep that ask for two outputs: %j [CLI-302]", async (flags, expected) => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const { code, stdout, stderr } = await typeCommand(["grep", "one", ...flags], files.root);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `filewright: ${expected}\n` });
  });

  it("name files from the working directory for people, and whole for programs [CLI-303]", async () => {
    const files = tempWorkspace({ "src/a.txt": "one\n", "src/-b.txt": "one\none\n", "c.txt": "one\n" });
    const state = { workingDirectory: files.path("src") };
    const type = (...words: string[]): Promise<string> =>
      typeCommand([...words, "--root", files.root], files.root, state).then(({ stdout }) => stdout);
    expect((await type("grep", "one")).split("\n").toSorted()).toEqual([
      "",
      "./-b.txt",
      "Found 2 files",
      "a.txt",
    ]);
    expect(await type("grep", "one", "-n")).toBe("./-b.txt\n1:one\n2:one\n\na.txt\n1:one\n");
    expect(await type("grep", "one", "-c")).toBe(
      "Matches per file, most first:\n./-b.txt:2\na.txt:1\n\nFound 3 matches in 2 files\n",
    );
    expect(await type("glob", "a*")).toBe("a.txt\n");
    expect((await type("glob", "*.txt")).split("\n").toSorted()).toEqual(["", "./-b.txt", "a.txt"]);
    // What lies elsewhere keeps its whole path.
    expect(await type("glob", "c*", "..")).toBe(`${files.path("c.txt")}\n`);
    const { output, content } = JSON.parse(await type("grep", "one", "-n", "--json"));
    expect(output.filenames).toEqual([files.path("src/-b.txt"), files.path("src/a.txt")]);
    expect(content[0].text).toBe(`In ${files.path("src")}:\n./-b.txt\n1:one\n2:one\n\na.txt\n1:one`);
  });

  it("leave lines alone that look like the name of a file [CLI-303]", async () => {
    const files = tempWorkspace({ "b.txt": "needle\n" });
    const path = files.path("b.txt");
    files.write("a.txt", `needle ${path}\n${path}\n`);
    const { stdout } = await typeCommand(["grep", "needle|txt", "--no-line-number"], files.root);
    expect(stdout).toBe(`a.txt\nneedle ${path}\n${path}\n\nb.txt\nneedle\n`);
  });

  it("change files, notebooks too, once they have been read [CLI-4]", async () => {
    const notebook = {
      cells: [
        { cell_type: "code", id: "first", metadata: {}, outputs: [], source: ["1"], execution_count: null },
      ],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    };
    const files = tempWorkspace({ "a.txt": "one one\n", "n.ipynb": JSON.stringify(notebook) });
    const type = async (...words: string[]): Promise<void> => {
      expect(await typeCommand(words, files.root)).toMatchObject({ code: 0, stderr: "" });
    };
    await type("read", "a.txt");
    await type("edit", "a.txt", "--old", "one", "--new", "two", "--replace-all", "--yes");
    expect(files.read("a.txt")).toBe("two two\n");
    await type("write", "new/b.txt", "--content", "exactly this", "-y");
    expect(files.read("new/b.txt")).toBe("exactly this");
    await type("read", "n.ipynb");
    await type("notebook-edit", "n.ipynb", "--cell-id", "first", "--source", "2 + 2", "--yes");
    expect(files.read("n.ipynb")).toContain("2 + 2");
    await type("notebook-edit", "n.ipynb", "--cell-id", "first", "--edit-mode", "delete", "--yes");
    expect(JSON.parse(files.read("n.ipynb")).cells).toEqual([]);
  });

  it.each<[string, string[], TerminalState]>([
    ["standard input as a value", ["--content", "-"], { input: "a\r\nb" }],
    ["standard input as a file", ["--content-file", "-"], { input: "a\r\nb" }],
    ["a pipe without a word", [], { input: "a\r\nb" }],
    ["a file", ["--content-file", "given.txt"], {}],
    ["a file by a path", ["--content-file", "../root/given.txt"], {}],
    ["a file at home", ["--content-file", "~/given.txt"], {}],
  ])("take a text from %s, byte for byte [CLI-5]", async (_, words, state) => {
    const files = tempWorkspace({ "given.txt": "a\r\nb" });
    mkdirSync(files.path("..", "home"));
    writeFileSync(files.path("..", "home", "given.txt"), "a\r\nb");
    const { code, stderr } = await typeCommand(["write", "out.txt", ...words, "--yes"], files.root, state);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(files.bytes("out.txt").toString("latin1")).toBe("a\r\nb");
  });

  it("keep a byte order mark, and take both texts of an edit from elsewhere [CLI-5]", async () => {
    const files = tempWorkspace({ "a.txt": "x--old--x\n", "old.txt": "--old--" });
    await typeCommand(["write", "bom.txt", "--yes"], files.root, { input: "\ufeffx" });
    expect([...files.bytes("bom.txt")]).toEqual([0xef, 0xbb, 0xbf, 0x78]);
    await typeCommand(["read", "a.txt"], files.root);
    const words = ["edit", "a.txt", "--old-file", "old.txt", "--new", "-", "--yes"];
    expect(await typeCommand(words, files.root, { input: "--new--" })).toMatchObject({ code: 0 });
    expect(files.read("a.txt")).toBe("x--new--x\n");
  });

  it("take a text from a pipe that the shell has named [CLI-5]", async () => {
    const files = tempWorkspace();
    const line = `"${process.execPath}" "${program}" write a.txt --content-file <(printf 'from a pipe') --yes`;
    execFileSync("bash", ["-c", line], { cwd: files.root, env: homeless(files.root) });
    expect(files.read("a.txt")).toBe("from a pipe");
  });

  it.each<[string, string[], TerminalState, string]>([
    ["bytes that are no text", ["write", "a.txt"], { input: Uint8Array.of(0x61, 0xff) }, "not valid UTF-8"],
    ["a file that is no text", ["write", "a.txt", "--content-file", "bytes"], {}, "bytes is not valid UTF-8"],
    ["a file that is not there", ["write", "a.txt", "--content-file", "no"], {}, "there is no such file"],
    ["a folder", ["write", "a.txt", "--content-file", "."], {}, "it is a folder"],
    ["a text twice", ["write", "a.txt", "--content", "x", "--content-file", "b"], {}, "not both"],
    ["input for two", ["edit", "a.txt", "--old", "-", "--new-file", "-"], {}, "only one of --old and --new"],
    ["a missing text", ["edit", "a.txt", "--old", "x"], {}, "Give --new or --new-file."],
    ["a text that nobody pipes", ["write", "a.txt"], { isInteractive: true }, "or pipe it in"],
    ["a place twice", ["grep", "x", ".", "--path", "."], {}, "--path is given twice"],
    ["a number that is none", ["read", "a.txt", "--offset", "x"], {}, "offset must be a whole number"],
    ["a choice that is none", ["grep", "x", "--output-mode", "all"], {}, "Allowed choices are content"],
    ["a mode that is none", ["read", "a.txt", "--mode", "all"], {}, "Allowed choices are default"],
    ["an unknown option", ["edit", "a.txt", "--replace-al"], {}, "Did you mean --replace-all?"],
    ["an option of changes", ["read", "a.txt", "--dry-run"], {}, "unknown option '--dry-run'"],
    ["no words", ["edit"], {}, "missing required argument 'file'"],
    ["too many words", ["read", "a", "b"], {}, "too many arguments"],
    ["an option without its value", ["read", "a.txt", "--limit"], {}, "argument missing"],
    ["a path that is empty", ["read", ""], {}, "the path is empty"],
  ])("refuse %s, and do nothing [CLI-5] [CLI-7]", async (_, words, state, message) => {
    const files = tempWorkspace({ "a.txt": "x\n", bytes: Uint8Array.of(0xfe, 0xff) });
    const before = files.stamp("a.txt");
    const { code, stdout, stderr } = await typeCommand(words, files.root, state);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(files.stamp("a.txt")).toEqual(before);
  });

  it("take paths from where the person stands, and ~ from their home [CLI-6]", async () => {
    const files = tempWorkspace({ "sub/a.txt": "inside\n", "~odd": "odd\n" });
    const state = { workingDirectory: files.path("sub") };
    const read = async (path: string, more: string[] = []): Promise<string> => {
      const { stdout, stderr } = await typeCommand(["read", path, ...more], files.root, state);
      return stdout + stderr;
    };
    expect(await read("a.txt")).toBe("     1→inside\n");
    expect(await read("../sub/./a.txt")).toBe("     1→inside\n");
    expect(await read("../~odd", ["--root", ".."])).toBe("     1→odd\n");
    expect(await read("~/a.txt")).toContain(`${files.path("..", "home", "a.txt")} needs permission`);
    // A list of roots does not swallow the file behind it.
    const words = ["read", "--root", "..", "a.txt", "--root", "."];
    expect((await typeCommand(words, files.root, state)).stdout).toBe("     1→inside\n");
  });

  it("take settings from where the person stands [CLI-6]", async () => {
    const files = tempWorkspace({
      "a.txt": "x",
      "rules.json": JSON.stringify({ permissions: { deny: ["Read(a.txt)"] } }),
    });
    expect((await typeCommand(["read", "a.txt", "--settings", "rules.json"], files.root)).code).toBe(3);
  });

  it.each<[number, string[]]>([
    [0, ["glob", "*.txt"]],
    [1, ["glob", "*.none"]],
    [0, ["grep", "x"]],
    [1, ["grep", "y"]],
    [1, ["grep", "y", "--output-mode", "content"]],
    [1, ["grep", "y", "--output-mode", "count"]],
    [1, ["grep", "y", "a.txt"]],
    // Nothing on this page, and still something was found.
    [0, ["grep", "x", "--offset", "7"]],
    [0, ["grep", "x", "--offset", "7", "--output-mode", "content"]],
    [2, ["grep", "("]],
    [3, ["grep", "x", "/etc"]],
    // A file that says what a search says when it has found nothing.
    [0, ["read", "says.txt"]],
  ])("end with %i after %j [CLI-8]", async (code, words) => {
    const files = tempWorkspace({ "a.txt": "x\n", "says.txt": "No matches found" });
    expect((await typeCommand(words, files.root)).code).toBe(code);
    expect((await typeCommand([...words, "--json"], files.root)).code).toBe(code);
  });

  it.each([
    ["glob", "*.none"],
    ["grep", "nee.le"],
    ["grep", "nee.le", "--output-mode", "count"],
    ["grep", "nee.le", "--output-mode", "content"],
  ])("do not say that nothing is there when time was up: %s %s [CLI-8]", async (...words) => {
    const files = tempWorkspace({ "a.txt": "x\n" });
    const { path } = fakeRipgrep(files, "sleep 20");
    // In the sandbox a program in the place of ripgrep could not start `sleep`.
    const state = { environment: { FILEWRIGHT_SEARCH_TIMEOUT_MS: "300", FILEWRIGHT_SANDBOX: "off" } };
    const { code, stdout } = await typeCommand([...words, "--ripgrep", path], files.root, state);
    expect(code).toBe(2);
    expect(stdout).toContain("[Incomplete: the search was stopped");
  });

  it.each([
    [2, { numFiles: 0, filenames: [], unreadable: 1 }],
    [0, { numFiles: 1, filenames: ["/w/a"], unreadable: 1 }],
    [0, { numFiles: 1, filenames: ["/w/a"], timedOut: true }],
  ])("end with %i after a search that answered %j [CLI-8]", (code, output) => {
    const { terminal } = createTerminal("/w");
    expect(printResult({ content: [], output, isError: false }, { json: false }, terminal)).toBe(code);
  });

  it("let content that looks like a mistake be meant so [CLI-4]", async () => {
    const files = tempWorkspace();
    const words = ["write", "a.txt", "--content", "     1→one\n     2→two\n     3→three\n", "--yes"];
    // A yes beforehand is for the change, not for content that looks like a mistake.
    const { code, stderr } = await typeCommand(words, files.root);
    expect(code).toBe(3);
    expect(stderr).toContain("If the file is meant to contain this, add --force.");
    expect((await typeCommand(words, files.root, { typed: ["n"] })).prompts).toHaveLength(1);
    expect(files.stamp("a.txt")).toBeUndefined();
    expect((await typeCommand([...words, "--force"], files.root)).code).toBe(0);
  });
});
