import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { findCommonFolder, relativeTo } from "../../../src/tools/common-folder.js";
import { textOf } from "../../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const prose = "one\ntwo Two\nthree\nfour two\nfive\nsix\nseven\ntwo\n";

function twoFiles(): TempWorkspace {
  const files = tempWorkspace({ "b.txt": prose, "a/c.md": "two\r\n" });
  utimesSync(files.path("b.txt"), 2000, 2000);
  utimesSync(files.path("a/c.md"), 1000, 1000);
  return files;
}

/** What Grep shows, with the name of the folder above all files taken out of their paths. */
async function shown(files: TempWorkspace, input: object): Promise<string> {
  const result = await files.toolkit().call("Grep", input);
  return textOf(result).replaceAll(`${files.root}/`, "").replaceAll(files.root, "<root>");
}

describe("Grep", () => {
  it("lists files by default, the newest first [GREP-1]", async () => {
    const files = twoFiles();
    expect(await shown(files, { pattern: "two" })).toBe("Found 2 files\nIn <root>:\nb.txt\na/c.md");
    const { output } = await files.toolkit().call("Grep", { pattern: "two" });
    expect(output).toEqual({
      mode: "files_with_matches",
      numFiles: 2,
      filenames: [files.path("b.txt"), files.path("a/c.md")],
      totalFiles: 2,
    });
  });

  it("shows lines grouped by file, by path, with their numbers [GREP-1]", async () => {
    const files = twoFiles();
    const content = "In <root>:\na/c.md\n1:two\n\nb.txt\n2:two Two\n4:four two\n8:two";
    expect(await shown(files, { pattern: "two", output_mode: "content" })).toBe(content);
    const { output } = await files.toolkit().call("Grep", { pattern: "two", output_mode: "content" });
    expect(output).toEqual({
      mode: "content",
      numFiles: 2,
      filenames: [files.path("a/c.md"), files.path("b.txt")],
      content: content.replace("<root>", files.root),
      numLines: 4,
    });
  });

  it("counts every match, in each file and in all, most first, whatever page is shown [GREP-1, GREP-6, COST-4]", async () => {
    const files = twoFiles();
    const count = { pattern: "two", output_mode: "count", "-i": true };
    expect(await shown(files, count)).toBe(
      "Matches per file, most first:\nIn <root>:\nb.txt:4\na/c.md:1\n\nFound 5 matches in 2 files",
    );
    const { output } = await files.toolkit().call("Grep", { ...count, head_limit: 1 });
    expect(output).toEqual({
      mode: "count",
      numFiles: 1,
      filenames: [files.path("b.txt")],
      totalFiles: 2,
      content: `${files.path("b.txt")}:4`,
      numLines: 1,
      numMatches: 5,
      appliedLimit: 1,
    });
    expect(await shown(files, { ...count, head_limit: 1 })).toBe(
      "b.txt:4\n\nFound 5 matches in 2 files\n[Entries 1-1 of 2 files, most matches first. There are more: go on with offset 1.]",
    );
    expect(await shown(files, { ...count, head_limit: 1, offset: 1 })).toBe(
      "a/c.md:1\n\nFound 5 matches in 2 files\n[Entries 2-2 of 2 files, most matches first. These were the last.]",
    );
  });

  it.each<[string, object, string]>([
    ["-A", { "-A": 1 }, "2:two Two\n3-three\n4:four two\n5-five\n--\n8:two"],
    ["-B", { "-B": 1 }, "1-one\n2:two Two\n3-three\n4:four two\n--\n7-seven\n8:two"],
    ["-C", { "-C": 1 }, "1-one\n2:two Two\n3-three\n4:four two\n5-five\n--\n7-seven\n8:two"],
    ["context", { context: 1 }, "1-one\n2:two Two\n3-three\n4:four two\n5-five\n--\n7-seven\n8:two"],
    ["-A before -C", { "-C": 1, "-A": 0 }, "1-one\n2:two Two\n3-three\n4:four two\n--\n7-seven\n8:two"],
    ["-n false", { "-n": false }, "two Two\nfour two\ntwo"],
    ["-n false with context", { "-n": false, "-A": 1 }, ":two Two\n-three\n:four two\n-five\n--\n:two"],
    ["-i", { "-i": true, pattern: "TWO" }, "2:two Two\n4:four two\n8:two"],
    ["-o", { "-o": true, "-i": true }, "2:two\n2:Two\n4:two\n8:two"],
    [
      "strings for numbers and booleans",
      { "-o": "true", head_limit: "1" },
      "2:two\n[Entries 1-1 by path. There are more: go on with offset 1.]",
    ],
    ["null for what is absent", { "-i": null, glob: null, type: null }, "2:two Two\n4:four two\n8:two"],
    [
      "a page",
      { head_limit: 1, offset: 1 },
      "4:four two\n[Entries 2-2 by path. There are more: go on with offset 2.]",
    ],
    ["the last page", { head_limit: 2, offset: 2 }, "8:two\n[Entries 3-3 by path. These were the last.]"],
    ["all", { head_limit: 0 }, "2:two Two\n4:four two\n8:two"],
  ])("knows %s [GREP-2]", async (_, flags, lines) => {
    const files = tempWorkspace({ "b.txt": prose });
    expect(await shown(files, { pattern: "two", output_mode: "content", ...flags })).toBe(`b.txt\n${lines}`);
  });

  it("says when nothing is left after an offset [GREP-2]", async () => {
    const files = twoFiles();
    expect(await shown(files, { pattern: "two", offset: 9 })).toBe(
      "Nothing is left after offset 9; there are only 2 files",
    );
    expect(await shown(files, { pattern: "two", offset: 9, output_mode: "content" })).toBe(
      "Nothing is left after offset 9",
    );
    expect(await shown(files, { pattern: "nowhere", offset: 9 })).toBe("No matches found in 2 files");
  });

  it("matches across lines when asked to, and shows each line [GREP-5]", async () => {
    const files = tempWorkspace({ "a.ts": "interface A {\n  b: string;\n}\nconst c = 1;\n" });
    const query = { pattern: "interface A \\{.*?\\}", output_mode: "content" };
    expect(await shown(files, query)).toBe("No matches found in 1 file");
    expect(await shown(files, { ...query, multiline: true })).toBe(
      "a.ts\n1:interface A {\n2:  b: string;\n3:}",
    );
    expect(await shown(files, { ...query, multiline: true, output_mode: "count" })).toBe(
      "a.ts:1\n\nFound 1 match in 1 file",
    );
  });

  it("ends a line before its carriage return [GREP-5]", async () => {
    const files = tempWorkspace({ "dos.txt": "end;\r\nmore; \r\n" });
    expect(await shown(files, { pattern: ";$", output_mode: "content" })).toBe("dos.txt\n1:end;");
  });

  it("searches one file, whatever ignores it, under the name it was given [GREP-8]", async () => {
    const files = tempWorkspace({
      ".gitignore": "*.log\n",
      "run.log": "two\n",
      "link.log": { link: "run.log" },
    });
    execFileSync("git", ["init", "--quiet"], { cwd: files.root });
    for (const name of ["run.log", "link.log"]) {
      const path = files.path(name);
      expect(await shown(files, { pattern: "two", path, output_mode: "content" })).toBe(`${name}\n1:two`);
      expect(await shown(files, { pattern: "two", path })).toBe(`Found 1 file\n${name}`);
      expect(await shown(files, { pattern: "two", path, output_mode: "count", glob: "*.md" })).toBe(
        `${name}:1\n\nFound 1 match in 1 file`,
      );
    }
  });

  it("narrows by glob and by type [GREP-9]", async () => {
    const files = tempWorkspace({
      "a.ts": "x",
      "a.test.ts": "x",
      "src/b.ts": "x",
      "src/c.py": "x",
      "My Notes/d.md": "x",
    });
    const found = async (filters: object): Promise<string[]> => {
      const { output } = await files.toolkit().call("Grep", { pattern: "x", ...filters });
      return (output?.filenames ?? []).map((path) => path.slice(files.root.length + 1)).toSorted();
    };
    expect(await found({ glob: "*.ts" })).toEqual(["a.test.ts", "a.ts", "src/b.ts"]);
    expect(await found({ glob: "!*.test.ts" })).toEqual(["My Notes/d.md", "a.ts", "src/b.ts", "src/c.py"]);
    expect(await found({ glob: "*.ts !*.test.ts" })).toEqual(["a.ts", "src/b.ts"]);
    expect(await found({ glob: "*.py, *.md" })).toEqual(["My Notes/d.md", "src/c.py"]);
    expect(await found({ glob: "src/**" })).toEqual(["src/b.ts", "src/c.py"]);
    expect(await found({ glob: "My Notes/*.md" })).toEqual(["My Notes/d.md"]);
    expect(await found({ type: "py" })).toEqual(["src/c.py"]);
    expect(await found({ type: "ts", glob: "src/**" })).toEqual(["src/b.ts"]);
    expect(await found({ glob: "b.ts", path: files.path("src") })).toEqual(["src/b.ts"]);
  });

  it("searches ignored files only when path, glob and type leave no others, and says so [GREP-11]", async () => {
    const files = tempWorkspace({ ".gitignore": "dist/\n", "a.js": "two\n", "dist/b.css": "two\n" });
    execFileSync("git", ["init", "--quiet"], { cwd: files.root });
    expect(await shown(files, { pattern: "two" })).toBe("Found 1 file\na.js");
    expect(await shown(files, { pattern: "two", glob: "*.css" })).toBe(
      "Found 1 file\ndist/b.css\n[Only files that the project's ignore rules leave out fit path, glob and type; these were searched.]",
    );
    expect(await shown(files, { pattern: "nowhere" })).toBe("No matches found in 2 files");
    expect(await shown(files, { pattern: "nowhere", glob: "*.css" })).toBe("No matches found in 1 file");
  });

  it("sends a result past its bound to a file, whole [CALL-8]", async () => {
    const files = tempWorkspace({ "a.txt": "needle and some more words\n".repeat(2000) });
    const result = await files
      .toolkit()
      .call("Grep", { pattern: "needle", output_mode: "content", head_limit: 0 });
    expect(textOf(result).length).toBeLessThan(3000);
    expect(textOf(result)).toContain("[Result too long: ");
    expect(result.output?.numLines).toBe(2000);
  });
});

describe("A Grep without a match", () => {
  const tree = {
    ".gitignore": "dist/\n",
    ".hidden": "words\n",
    "a.ts": "words\n",
    "src/b.ts": "words\n",
    "src/c.py": "words\n",
    "src/deep/d.md": "words\n",
    "dist/e.css": "words\n",
    "dist/f.css": "words\n",
    "secret/g.ts": "words\n",
  };

  it.each<[string, object, number]>([
    ["all files but ignored ones and those of git", {}, 7],
    ["those of a glob", { glob: "*.ts" }, 3],
    ["those of a glob that excludes", { glob: "!*.ts" }, 4],
    ["those of a type", { type: "py" }, 1],
    ["those of both", { type: "ts", glob: "src/**" }, 1],
    ["those of a folder", { path: "src" }, 3],
    ["those of a folder and a glob", { path: "src", glob: "deep/*" }, 1],
    ["ignored ones, if no others are left", { glob: "*.css" }, 2],
    ["ignored ones of a folder", { path: "dist" }, 2],
    ["a single file, whatever ignores it", { path: "dist/e.css" }, 1],
    ["none", { glob: "*.none" }, 0],
  ])("says how many files it searched: %s [COST-4]", async (_, narrowed, count) => {
    const files = tempWorkspace(tree);
    execFileSync("git", ["init", "--quiet"], { cwd: files.root });
    for (const output_mode of ["files_with_matches", "content", "count"])
      expect(await shown(files, { pattern: "nowhere", output_mode, ...narrowed })).toBe(
        `No matches found in ${count} ${count === 1 ? "file" : "files"}`,
      );
  });

  it("never counts a file that a rule denies, or that nobody was asked about [COST-4, PERM-69]", async () => {
    const files = tempWorkspace(tree);
    const count = async (permissions: object, input: object = {}): Promise<string> =>
      textOf(await files.toolkit({ permissions }).call("Grep", { pattern: "nowhere", ...input }));
    for (const rules of [{ deny: ["Read(secret/**)"] }, { deny: ["Read(secret)"] }]) {
      expect(await count(rules)).toBe("No matches found in 8 files");
      expect(await count(rules, { glob: "*.ts" })).toBe("No matches found in 2 files");
      expect(await count(rules, { glob: "secret/**" })).toBe("No matches found in 0 files");
    }
    expect(await count({ ask: ["Read(secret/**)"] })).toBe(
      "No matches found in 8 files\n[Files that the user wants to be asked about were not searched. To search one, give its path.]",
    );
  });

  it("counts more than a thousand files with a comma [COST-4]", async () => {
    const files = tempWorkspace(
      Object.fromEntries(Array.from({ length: 1200 }, (_, index) => [`many/${index}.txt`, "words\n"])),
    );
    expect(await shown(files, { pattern: "nowhere" })).toBe("No matches found in 1,200 files");
  });
});

describe("Counts", () => {
  it("come with most matches first and ties by path, on pages too [COST-4, GREP-3]", async () => {
    const counted: Readonly<Record<string, number>> = { "a.txt": 1, "b/x.txt": 3, "b-y.txt": 3, c: 12, d: 1 };
    const files = tempWorkspace(
      Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, "two\n".repeat(count)])),
    );
    const order = ["c:12", "b/x.txt:3", "b-y.txt:3", "a.txt:1", "d:1"];
    const query = { pattern: "two", output_mode: "count" };
    expect(await shown(files, query)).toBe(
      ["Matches per file, most first:\nIn <root>:", ...order, "", "Found 20 matches in 5 files"].join("\n"),
    );
    const paged: string[] = [];
    for (let offset = 0; offset < 5; offset += 2) {
      const page = await shown(files, { ...query, head_limit: 2, offset });
      paged.push(...page.split("\n").filter((line) => /:\d+$/.test(line)));
    }
    expect(paged).toEqual(order);
  });
});

describe("The folder that all files of a result are in", () => {
  it("is named once, the deepest one, and left out with one file [COST-3]", async () => {
    const files = tempWorkspace({ "a/b/c/1.txt": "one\ntwo\n", "a/b/2.txt": "one\none\n", "a/x.md": "" });
    const content = { pattern: "one", output_mode: "content" };
    expect(await shown(files, content)).toBe("In a/b:\n2.txt\n1:one\n2:one\n\nc/1.txt\n1:one");
    expect(await shown(files, { ...content, pattern: "two" })).toBe("a/b/c/1.txt\n2:two");
    expect(await shown(files, { ...content, output_mode: "count" })).toBe(
      "Matches per file, most first:\nIn a/b:\n2.txt:2\nc/1.txt:1\n\nFound 3 matches in 2 files",
    );
    const { output } = await files.toolkit().call("Grep", content);
    expect(output?.filenames).toEqual([files.path("a/b/2.txt"), files.path("a/b/c/1.txt")]);
  });

  it("is that of one page, however many there are [COST-3]", async () => {
    const files = tempWorkspace({
      "a/1.txt": "one\n",
      "a/2.txt": "one\n",
      "b/c/3.txt": "one\n",
      "b/c/4.txt": "one\n",
    });
    for (const [index, name] of ["b/c/4.txt", "b/c/3.txt", "a/2.txt", "a/1.txt"].entries())
      utimesSync(files.path(name), 1000 + index, 1000 + index);
    const page = { pattern: "one", head_limit: 2, offset: 2 };
    expect(await shown(files, page)).toBe(
      "Found 4 files\nIn b/c:\n3.txt\n4.txt\n[Entries 3-4 of 4 files, newest first. These were the last.]",
    );
  });

  it("is not named if it is the root of the disk [COST-3]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const elsewhere = mkdtempSync(tmpdir().startsWith("/var") ? "/tmp/filewright-" : "/var/tmp/filewright-");
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    writeFileSync(join(elsewhere, "b.txt"), "one\none\n");
    utimesSync(join(elsewhere, "b.txt"), 1000, 1000);
    const toolkit = files.toolkit({ roots: [files.root, elsewhere], workingDirectory: "/" });
    const [a, b] = [files.path("a.txt"), join(elsewhere, "b.txt")];
    const found = async (tool: "Glob" | "Grep", input: object): Promise<string> =>
      textOf(await toolkit.call(tool, input));
    expect(await found("Glob", { pattern: "*.txt" })).toBe(`${a}\n${b}`);
    expect(await found("Grep", { pattern: "one" })).toBe(`Found 2 files\n${a}\n${b}`);
    expect(await found("Grep", { pattern: "one", output_mode: "content" })).toBe(
      `${a}\n1:one\n\n${b}\n1:one\n2:one`,
    );
    expect(await found("Grep", { pattern: "one", output_mode: "count" })).toBe(
      `Matches per file, most first:\n${b}:2\n${a}:1\n\nFound 3 matches in 2 files`,
    );
  });

  it.each<[readonly string[], string | undefined]>([
    [[], undefined],
    [["/a/b"], undefined],
    [["/a/b", "/a/b"], undefined],
    [["/a/b", "/a/c"], "/a"],
    [["/a/b/c", "/a/b-d/c"], "/a"],
    [["/a/b/c/d", "/a/b/c/e", "/a/b/f"], "/a/b"],
    [["/a/b", "/c/d"], undefined],
    [["/a", "/b"], undefined],
    [["/a b/ c", "/a b/d "], "/a b"],
  ])("of %j is %j [COST-3]", (paths, folder) => {
    expect(findCommonFolder(paths)).toBe(folder);
    expect(paths.map((path) => join(folder ?? "", relativeTo(folder, path)))).toEqual(paths);
  });

  it("keeps names from passing for lines of the result itself [COST-3]", () => {
    const names = ["-b", "[id].ts", "12-b", "12:b", "Found 3 files", "b", "Found", "12", "a/-b"];
    expect(names.map((name) => relativeTo("/a", `/a/${name}`))).toEqual([
      "./-b",
      "./[id].ts",
      "./12-b",
      "./12:b",
      "./Found 3 files",
      "b",
      "Found",
      "12",
      "a/-b",
    ]);
  });
});
