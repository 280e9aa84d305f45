import { describe, expect, it } from "vitest";
import { createGitDiff, MAX_PATCH_CHARACTERS } from "../../src/git/git-diff.js";
import type { GitDiff, ToolkitOptions } from "../../src/index.js";
import { META, machineDataOf } from "../../src/mcp/machine-data.js";
import { code, notebookOf } from "../support/notebook-files.js";
import { type Repository, repository } from "../support/repository.js";

const LINES = "one\ntwo\nthree\nfour\nfive\n";

/** Writes through a tool, and answers what the output says of git. */
async function write(
  files: Repository,
  name: string,
  content: string,
  options: ToolkitOptions = { gitDiff: true },
): Promise<GitDiff | undefined> {
  const toolkit = files.editor(options);
  await toolkit.call("Read", { file_path: files.path(name) });
  const { output, error } = await toolkit.call("Write", { file_path: files.path(name), content });
  expect(error).toBeUndefined();
  return output?.gitDiff;
}

/** What git itself counts, the file being added to its index. */
function countedByGit(files: Repository, name: string): unknown {
  files.git("add", "-f", name);
  const [additions, deletions, filename] = files
    .git("diff", "--cached", "--numstat", "HEAD", "--", name)
    .trim()
    .split("\t");
  return { additions: Number(additions), deletions: Number(deletions), filename };
}

describe("The output of a change", () => {
  it("tells how the file differs from the last commit, as git counts it [GIT-1]", async () => {
    const files = repository({ "src/app.txt": LINES });
    const found = await write(files, "src/app.txt", "one\nTWO\nthree\nfour\nfive\nsix\n");
    expect(found).toEqual({
      filename: "src/app.txt",
      status: "modified",
      additions: 2,
      deletions: 1,
      changes: 3,
      patch: "@@ -1,5 +1,6 @@\n one\n-two\n+TWO\n three\n four\n five\n+six\n",
    });
    expect(countedByGit(files, "src/app.txt")).toEqual({
      additions: 2,
      deletions: 1,
      filename: "src/app.txt",
    });
  });

  it("has it from Edit and NotebookEdit as well, and never in what the model sees [GIT-1]", async () => {
    const files = repository({ "a.txt": LINES, "n.ipynb": notebookOf([code("x = 1", { id: "c1" })]) });
    const toolkit = files.editor({ gitDiff: true });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    await toolkit.call("Read", { file_path: files.path("n.ipynb") });
    const edited = await toolkit.call("Edit", {
      file_path: files.path("a.txt"),
      old_string: "one",
      new_string: "1",
    });
    const cell = await toolkit.call("NotebookEdit", {
      notebook_path: files.path("n.ipynb"),
      cell_id: "c1",
      new_source: "x = 2",
    });
    expect(edited.output?.gitDiff).toMatchObject({ filename: "a.txt", additions: 1, deletions: 1 });
    expect(cell.output?.gitDiff).toMatchObject({ filename: "n.ipynb", additions: 1, deletions: 1 });
    const plain = repository({ "a.txt": LINES });
    const other = plain.editor();
    await other.call("Read", { file_path: plain.path("a.txt") });
    const unasked = await other.call("Edit", {
      file_path: plain.path("a.txt"),
      old_string: "one",
      new_string: "1",
    });
    expect(unasked.output).not.toHaveProperty("gitDiff");
    const shown = (content: unknown, root: string): string =>
      JSON.stringify(content).replaceAll(root, () => "");
    expect(shown(edited.content, files.root)).toBe(shown(unasked.content, plain.root));
  });

  it("counts against the last commit, whatever was changed or staged in between [GIT-1]", async () => {
    const files = repository({ "a.txt": LINES });
    await write(files, "a.txt", `0\n${LINES}`);
    files.git("add", "a.txt");
    expect(await write(files, "a.txt", `0\n${LINES}6\n`)).toMatchObject({ additions: 2, deletions: 0 });
    expect(await write(files, "a.txt", LINES)).toMatchObject({ status: "modified", changes: 0, patch: "" });
  });

  it("is made where the environment asks for it, and nowhere else [GIT-1]", async () => {
    const files = repository({ "a.txt": LINES });
    const environment = { HOME: files.path("home") };
    expect(await write(files, "a.txt", "a\n", { environment })).toBeUndefined();
    const asking = { environment: { ...environment, FILEWRIGHT_GIT_DIFF: "1" } };
    expect(await write(files, "a.txt", "b\n", asking)).toMatchObject({ additions: 1, deletions: 5 });
    expect(await write(files, "a.txt", "c\n", { ...asking, gitDiff: false })).toBeUndefined();
  });

  it("calls files added that the last commit has not, ignored ones among them [GIT-2]", async () => {
    const files = repository({ "a.txt": LINES, ".gitignore": "*.log\n" });
    const added = {
      status: "added",
      additions: 1,
      deletions: 0,
      changes: 1,
      patch: "@@ -0,0 +1,1 @@\n+new\n",
    };
    expect(await write(files, "new.txt", "new\n")).toEqual({ filename: "new.txt", ...added });
    expect(await write(files, "deep/er/my.log", "new\n")).toEqual({ filename: "deep/er/my.log", ...added });
    files.git("add", "new.txt");
    expect(await write(files, "new.txt", "newer\n")).toMatchObject({ status: "added", additions: 1 });
  });

  it("knows odd names: pathspecs, options, newlines, quotes [GIT-2]", async () => {
    const names = [":(top)a", "-v", "two\nlines", 'quo"te', "sp ace", "ünï", "st*r", "HEAD:x"];
    const files = repository(Object.fromEntries(names.map((name) => [`fol\nder/${name}`, LINES])));
    for (const name of names) {
      expect(await write(files, `fol\nder/${name}`, `${LINES}6\n`), name).toMatchObject({
        filename: `fol\nder/${name}`,
        status: "modified",
        additions: 1,
        deletions: 0,
      });
    }
  });

  it("leaves hunks out that are too long, and says so [GIT-3]", async () => {
    const committed = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join("");
    const long = "x".repeat(60_000);
    const present = committed.replace("line 5\n", () => `${long}\n`).replace("line 50\n", () => `${long}\n`);
    const diff = createGitDiff({ filename: "a", committed, present });
    expect(diff).toMatchObject({ additions: 2, deletions: 2, isCut: true });
    expect(diff.patch.match(/^@@/gm)).toHaveLength(1);
    expect(diff.patch.endsWith(" line 8\n")).toBe(true);
    expect(diff.patch.length).toBeLessThanOrEqual(MAX_PATCH_CHARACTERS);
    const whole = createGitDiff({ filename: "a", committed: null, present: long.repeat(2) });
    expect(whole).toMatchObject({ additions: 1, patch: "", isCut: true });
  });

  it("makes patches that git applies, to the very bytes [GIT-3]", async () => {
    const files = repository({ "a.txt": "one\ntwo\nthree" });
    const present = "zero\none\nthree\nfour\r\n";
    const diff = await write(files, "a.txt", present);
    files.git("stash", "-q");
    expect(files.read("a.txt")).toBe("one\ntwo\nthree");
    files.write("../the.patch", `--- a/a.txt\n+++ b/a.txt\n${diff?.patch}`);
    files.git("apply", "--whitespace=nowarn", "../the.patch");
    expect(files.read("a.txt")).toBe(present);
  });

  it("goes over MCP without patches that are too long for that [GIT-3]", () => {
    const overMcp = (patch: string): unknown => {
      const gitDiff = { filename: "a", patch };
      return machineDataOf({ content: [], output: { gitDiff }, isError: false })[META.output];
    };
    expect(overMcp("@@")).toEqual({ gitDiff: { filename: "a", patch: "@@" } });
    expect(overMcp("x".repeat(20_001))).toEqual({ gitDiff: { filename: "a" } });
  });
});
