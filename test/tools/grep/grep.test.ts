import { execFileSync } from "node:child_process";
import { utimesSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textOf } from "../../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../../support/workspace.js";

const prose = "one\ntwo Two\nthree\nfour two\nfive\nsix\nseven\ntwo\n";

function twoFiles(): TempWorkspace {
  const files = tempWorkspace({ "b.txt": prose, "a/c.md": "two\r\n" });
  utimesSync(files.path("b.txt"), 2000, 2000);
  utimesSync(files.path("a/c.md"), 1000, 1000);
  return files;
}

/** What Grep shows, with the folder's name taken out. */
async function shown(files: TempWorkspace, input: object): Promise<string> {
  const result = await files.toolkit().call("Grep", input);
  return textOf(result).replaceAll(`${files.root}/`, "");
}

describe("Grep", () => {
  it("lists files by default, the newest first [GREP-1]", async () => {
    const files = twoFiles();
    expect(await shown(files, { pattern: "two" })).toBe("Found 2 files\nb.txt\na/c.md");
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
    const content = "a/c.md\n1:two\n\nb.txt\n2:two Two\n4:four two\n8:two";
    expect(await shown(files, { pattern: "two", output_mode: "content" })).toBe(content);
    const { output } = await files.toolkit().call("Grep", { pattern: "two", output_mode: "content" });
    expect(output).toEqual({
      mode: "content",
      numFiles: 2,
      filenames: [files.path("a/c.md"), files.path("b.txt")],
      content: content.replace("a/c.md", files.path("a/c.md")).replace("b.txt", files.path("b.txt")),
      numLines: 4,
    });
  });

  it("counts every match, in each file and in all, whatever page is shown [GREP-1, GREP-6]", async () => {
    const files = twoFiles();
    const count = { pattern: "two", output_mode: "count", "-i": true };
    expect(await shown(files, count)).toBe("a/c.md:1\nb.txt:4\n\nFound 5 matches in 2 files");
    const { output } = await files.toolkit().call("Grep", { ...count, head_limit: 1 });
    expect(output).toEqual({
      mode: "count",
      numFiles: 1,
      filenames: [files.path("a/c.md")],
      totalFiles: 2,
      content: `${files.path("a/c.md")}:1`,
      numLines: 1,
      numMatches: 5,
      appliedLimit: 1,
    });
    expect(await shown(files, { ...count, head_limit: 1 })).toBe(
      "a/c.md:1\n\nFound 5 matches in 2 files\n[Entries 1-1 of 2 files, by path. There are more: go on with offset 1.]",
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

  it("says when nothing is left behind an offset [GREP-2]", async () => {
    const files = twoFiles();
    expect(await shown(files, { pattern: "two", offset: 9 })).toBe(
      "Nothing is left behind offset 9; there are only 2 files",
    );
    expect(await shown(files, { pattern: "two", offset: 9, output_mode: "content" })).toBe(
      "Nothing is left behind offset 9",
    );
    expect(await shown(files, { pattern: "nowhere", offset: 9 })).toBe("No matches found");
  });

  it("matches across lines when asked to, and shows each line [GREP-5]", async () => {
    const files = tempWorkspace({ "a.ts": "interface A {\n  b: string;\n}\nconst c = 1;\n" });
    const query = { pattern: "interface A \\{.*?\\}", output_mode: "content" };
    expect(await shown(files, query)).toBe("No matches found");
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
    expect(await shown(files, { pattern: "nowhere" })).toBe("No matches found");
    expect(await shown(files, { pattern: "nowhere", glob: "*.css" })).toBe("No matches found");
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
