/** Every kind of place a file can have towards git: told rightly, or not at all. */
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryFileSystem, type GitDiff, type ToolkitOptions } from "../../src/index.js";
import { git, type Repository, repository } from "../support/repository.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const LINES = "one\ntwo\nthree\n";

async function append(
  files: TempWorkspace,
  name: string,
  options: ToolkitOptions = {},
): Promise<GitDiff | undefined> {
  const toolkit = files.editor({ gitDiff: true, ...options });
  const file_path = files.path(name);
  await toolkit.call("Read", { file_path });
  const { output, error } = await toolkit.call("Edit", {
    file_path,
    old_string: "three",
    new_string: "three and more",
  });
  expect(error).toBeUndefined();
  return output?.gitDiff;
}

const oneLine = { additions: 1, deletions: 1, changes: 2 };

describe("A file in git", () => {
  it("is compared with the commit of its own work tree: detached, linked, or a submodule [GIT-2]", async () => {
    const files = repository({ "a.txt": LINES });
    files.git("checkout", "-q", "--detach");
    expect(await append(files, "a.txt")).toMatchObject({ filename: "a.txt", ...oneLine });

    files.git("checkout", "-q", "-f", "main");
    files.git("worktree", "add", "-q", "linked");
    expect(await append(files, "linked/a.txt")).toMatchObject({ filename: "a.txt", ...oneLine });

    const other = repository({ "lib/b.txt": LINES });
    files.git("submodule", "--quiet", "add", other.root, "module");
    expect(await append(files, "module/lib/b.txt")).toMatchObject({ filename: "lib/b.txt", ...oneLine });
  });

  it("is compared where the roots are only a part of the work tree [GIT-2]", async () => {
    const files = repository({ "part/in/a.txt": LINES });
    const found = await append(files, "part/in/a.txt", { roots: [files.path("part/in")] });
    expect(found).toMatchObject({ filename: "part/in/a.txt", ...oneLine });
  });

  it("is new while nothing was ever committed [GIT-2]", async () => {
    const files = repository();
    files.write("a.txt", LINES);
    expect(await append(files, "a.txt")).toMatchObject({ status: "added", additions: 3, deletions: 0 });
  });

  it("is not spoken of where there is no work tree, or none that it lies in [GIT-2]", async () => {
    expect(await append(tempWorkspace({ "a.txt": LINES }), "a.txt")).toBeUndefined();

    const bare = tempWorkspace({});
    git(bare.root, "init", "-q", "--bare", "store.git");
    bare.write("store.git/a.txt", LINES);
    expect(await append(bare, "store.git/a.txt")).toBeUndefined();

    const elsewhere = repository({ "a.txt": LINES });
    mkdirSync(join(dirname(elsewhere.root), "other"));
    elsewhere.git("config", "core.worktree", join(dirname(elsewhere.root), "other"));
    expect(await append(elsewhere, "a.txt")).toBeUndefined();
  });

  it("is not spoken of where the commit can't be read, or has no file there [GIT-2]", async () => {
    const broken = repository({ "a.txt": LINES });
    rmSync(broken.path(".git/objects"), { recursive: true });
    mkdirSync(broken.path(".git/objects"));
    expect(await append(broken, "a.txt")).toBeUndefined();

    const link = repository({ "a.txt": { link: "nowhere" } });
    rmSync(link.path("a.txt"));
    link.write("a.txt", LINES);
    expect(await append(link, "a.txt")).toBeUndefined();
  });

  it("is not spoken of where there is no git, or only one that the project brings [GIT-4]", async () => {
    const files = repository({ "a.txt": LINES, "bin/git": "#!/bin/sh\ntouch ran\n" });
    chmodSync(files.path("bin/git"), 0o755);
    const environment = { HOME: files.path("home"), PATH: `${files.path("bin")}:bin:.` };
    expect(await append(files, "a.txt", { environment })).toBeUndefined();
    expect(existsSync(files.path("ran")) || existsSync(files.path("bin/ran"))).toBe(false);
  });

  it("is not looked for on a disk that no program can see [GIT-2]", async () => {
    const fileSystem = createMemoryFileSystem();
    fileSystem.put("/w/app/a.txt", LINES);
    const files = tempWorkspace({});
    const toolkit = files.editor({
      fileSystem,
      roots: ["/w/app"],
      workingDirectory: "/w/app",
      gitDiff: true,
    });
    await toolkit.call("Read", { file_path: "/w/app/a.txt" });
    const { output } = await toolkit.call("Write", { file_path: "/w/app/a.txt", content: "x" });
    expect(output).toMatchObject({ type: "update" });
    expect(output).not.toHaveProperty("gitDiff");
  });
});

describe("Content that git converts", () => {
  const CRLF = LINES.replaceAll("\n", "\r\n");

  /** Committed with LF, in the work tree with CRLF. */
  function withReturns(settings: (files: Repository) => void): Repository {
    const files = repository({ "a.txt": LINES });
    settings(files);
    files.write("a.txt", CRLF);
    return files;
  }

  it.each([
    ["by settings", (files: Repository) => files.git("config", "core.autocrlf", "true")],
    ["on the way in alone", (files: Repository) => files.git("config", "core.autocrlf", "input")],
    ["by attribute", (files: Repository) => files.write(".gitattributes", "*.txt text\n")],
    ["by the contents", (files: Repository) => files.write(".gitattributes", "* text=auto\n")],
    ["by the ending", (files: Repository) => files.write(".gitattributes", "* eol=crlf\n")],
    ["by an old name", (files: Repository) => files.write(".gitattributes", "* crlf\n")],
  ])("%s has the endings it would be committed with [GIT-5]", async (_, settings) => {
    const files = withReturns(settings);
    const found = await append(files, "a.txt");
    expect(found).toMatchObject({ ...oneLine });
    expect(found?.patch).toBe("@@ -1,3 +1,3 @@\n one\n two\n-three\n+three and more\n");
  });

  it.each([
    ["no settings", () => undefined],
    ["-text", (files: Repository) => files.write(".gitattributes", "*.txt -text\n")],
  ])("is told byte by byte where git does not convert it: %s [GIT-5]", async (_, settings) => {
    const found = await append(withReturns(settings), "a.txt");
    expect(found).toMatchObject({ additions: 3, deletions: 3 });
  });

  it("is not compared with what stands for it: a pointer, what a filter makes, keywords [GIT-5]", async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12\n`;
    const large = repository({ "a.txt": pointer });
    large.write("a.txt", LINES);
    expect(await append(large, "a.txt")).toBeUndefined();
    for (const attribute of ["filter=crypt", "ident"]) {
      const files = repository({ "a.txt": LINES, ".gitattributes": `* ${attribute}\n` });
      expect(await append(files, "a.txt"), attribute).toBeUndefined();
    }
  });

  it("is compared as text whatever its encoding, and not at all when it is none [GIT-5]", async () => {
    const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");
    const files = repository({ "a.txt": wide(LINES), "b.txt": Buffer.from("caf\xe9\nthree\n", "latin1") });
    expect(await append(files, "a.txt")).toMatchObject(oneLine);
    expect(await append(files, "b.txt")).toMatchObject(oneLine);
    const binary = repository({ "a.txt": Buffer.from([0, 1, 2, 3]) });
    writeFileSync(binary.path("a.txt"), LINES);
    expect(await append(binary, "a.txt")).toBeUndefined();
  });
});
