import { describe, expect, it } from "vitest";
import { type Ran, typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

const settings = (permissions: object): string => JSON.stringify({ permissions });

describe("A look at what would change", () => {
  it("shows the diff and changes nothing, whatever asks or would ask [CLI-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n", ".git/config": "x\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const before = files.stamp("a.txt");
    const words = ["edit", "a.txt", "--old", "two", "--new", "2", "--dry-run"];
    const expected = {
      code: 0,
      stdout: `Changes ${files.path("a.txt")}\n@@ -1,2 +1,2 @@\n one\n-two\n+2\nNothing was changed.\n`,
      stderr: "",
    };
    for (const more of [[], ["--yes"], ["--mode", "acceptEdits"], ["--mode", "plan"], ["--mode", "dontAsk"]])
      expect(await typeCommand([...words, ...more], files.root)).toMatchObject(expected);
    expect(files.stamp("a.txt")).toEqual(before);
    const create = ["write", "new.txt", "--content", "x", "--dry-run"];
    expect((await typeCommand(create, files.root)).stdout).toBe(
      `New file ${files.path("new.txt")}\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\nNothing was changed.\n`,
    );
    expect(files.stamp("new.txt")).toBeUndefined();
    const guarded = ["write", ".git/config2", "--content", "x", "--dry-run"];
    expect((await typeCommand(guarded, files.root)).code).toBe(0);
    expect(files.stamp(".git/config2")).toBeUndefined();
  });

  it("has the hunks as JSON, and what deserves a second look [CLI-9]", async () => {
    const files = tempWorkspace();
    const content = JSON.stringify({ scripts: { postinstall: "true" } });
    const words = ["write", "package.json", "--content", content, "--dry-run"];
    const { stdout } = await typeCommand([...words, "--json"], files.root);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      tool: "Write",
      path: files.path("package.json"),
      kind: "create",
      structuredPatch: [{ oldLines: 0, newLines: 1 }],
      flags: [{ kind: "runs-later" }],
    });
    expect((await typeCommand(words, files.root)).stdout).toMatch(
      /\nWarning: it .*postinstall.*\nNothing was changed\.\n$/,
    );
  });

  it("is denied and refused like the change itself [CLI-9]", async () => {
    const files = tempWorkspace({
      "a.txt": "one\n",
      "secret.txt": "one\n",
      ".filewright/settings.json": settings({ deny: ["Edit(secret.txt)"] }),
    });
    const edit = (path: string, old: string): Promise<Ran> =>
      typeCommand(["edit", path, "--old", old, "--new", "x", "--dry-run"], files.root);
    expect(await edit("secret.txt", "one")).toMatchObject({ code: 3, stdout: "" });
    expect(await edit("a.txt", "one")).toMatchObject({ code: 2, stdout: "" });
    await typeCommand(["read", "a.txt"], files.root);
    expect(await edit("a.txt", "none")).toMatchObject({ code: 2, stdout: "" });
    expect(await edit("a.txt", "one")).toMatchObject({ code: 0, stderr: "" });
    expect(files.read("a.txt")).toBe("one\n");
  });

  it("says when nothing would change [CLI-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const words = ["write", "a.txt", "--content", "one\n", "--dry-run"];
    expect(await typeCommand(words, files.root)).toMatchObject({
      code: 0,
      stdout: "Nothing would change.\n",
    });
  });

  it("leaves no trace in the history, and no knowledge of what was not written [CLI-9]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await typeCommand(["read", "a.txt"], files.root);
    const words = ["write", "a.txt", "--content", "two\n"];
    await typeCommand([...words, "--dry-run"], files.root);
    files.write("a.txt", "two\n");
    expect(
      (await typeCommand(["write", "a.txt", "--content", "three\n", "--yes"], files.root)).stderr,
    ).toContain("modified since read");
    expect(await files.toolkit().history.list()).toEqual([]);
  });
});
