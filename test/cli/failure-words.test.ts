import { describe, expect, it } from "vitest";
import { renderFailure } from "../../src/cli/failure-words.js";
import { typeCommand } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

/** What only a model is to hear: its fields, its tools, and the person as someone else. */
const FOR_MODELS = /the user\b|old_string|new_string|replace_all|cell_id|Next call|\bUse [A-Z]\w+ to\b/i;

describe("A failure at the command line", () => {
  it("names the command for notebooks, and the tool in JSON [CLI-301]", async () => {
    const notebook = '{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}';
    const files = tempWorkspace({ "nb.ipynb": notebook });
    const edit = ["edit", "nb.ipynb", "--old", "cells", "--new", "x", "--yes"];
    const { code, stderr } = await typeCommand(edit, files.root);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `${files.path("nb.ipynb")} is a Jupyter notebook. Use filewright notebook-edit to change its cells.\n`,
    });
    const { stdout } = await typeCommand([...edit, "--json"], files.root);
    expect(JSON.parse(stdout).error.message).toContain("Use NotebookEdit");
    const written = await typeCommand(["write", "x.ipynb", "--content", "x", "--yes"], files.root);
    expect(written).toMatchObject({ code: 2, stdout: "" });
    expect(written.stderr).toContain("to add cells to it, use filewright notebook-edit.\n");
    expect(files.read("nb.ipynb")).toBe(notebook);
  });

  it("speaks to the person, of commands and options [FIX-60]", async () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => index + 1).join("\n");
    const files = tempWorkspace({
      "a b.txt": "one one\n",
      "seen.txt": "one one\n",
      "long.txt": numbers,
      "dir/x.txt": "",
      ".env": "",
    });
    const environment = { FILEWRIGHT_SESSION: "words" };
    const say = async (...words: string[]): Promise<string> => {
      const { code, stdout, stderr } = await typeCommand(words, files.root, { environment });
      expect({ isFailure: code >= 2, stdout }).toEqual({ isFailure: true, stdout: "" });
      expect(stderr).not.toMatch(FOR_MODELS);
      return stderr;
    };
    await typeCommand(["read", "seen.txt"], files.root, { environment });
    await typeCommand(["read", "long.txt"], files.root, { environment });
    await typeCommand(["permissions", "add", "deny", "Read(.env)"], files.root);

    expect(await say("read", "zzzz.bin")).toContain("`filewright glob` finds files by name.");
    expect(await say("read", "dir")).toContain(`To list it: filewright glob '*' ${files.path("dir")}`);
    expect(await say("read", "/etc/hosts")).toContain("To work in its folder, name it with --root.");
    expect(await say("read", "seen.txt", "--limit", "x")).toContain("Read: --limit must be a whole number");
    expect(await say("read", ".env")).toContain("is denied by permission rules.");
    expect(await say("edit", "a b.txt", "--old", "one", "--new", "two")).toContain(
      `Read it first: filewright read '${files.path("a b.txt")}'\n`,
    );
    expect(await say("edit", "seen.txt", "--old", "one", "--new", "two")).toContain(
      "Found 2 matches of the string to replace. To change all of them add --replace-all; to change one,",
    );
    expect(await say("edit", "seen.txt", "--old", "zz", "--new", "two")).toContain("Nothing like --old is");
    expect(await say("edit", "seen.txt", "--old", "one", "--new", "one")).toContain("--old and --new are");
    expect(await say("edit", "seen.txt", "--old", "", "--new", "one")).toContain("use filewright write.");
    expect(await say("write", "long.txt", "--content", "x")).toContain(
      `Read it first.\nNot shown yet: lines 2001-3000; the file has 3000 lines. To see them: filewright read ${files.path("long.txt")} --offset 2001 --limit 1000\n`,
    );
    expect(await say("notebook-edit", "x.ipynb", "--source", "")).toContain("--cell-id is required with");
    expect(await say("write", "new.txt", "--content", "x", "--mode", "plan")).toMatch(
      /no file is changed\.\n$/,
    );
  });

  it("a no is answered to the one who said it [FIX-60]", async () => {
    const files = tempWorkspace();
    const { code, stderr } = await typeCommand(["write", "a.txt", "--content", "x"], files.root, {
      typed: ["n"],
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(new RegExp(`\\nNot allowed: ${files.path("a.txt")} was not changed\\.\\n$`));
  });

  it("leaves what it quotes, and what programs read, as it is [FIX-60]", async () => {
    const quoted = [
      "File has been modified since read.",
      "@@ -1,1 +1,1 @@",
      "-Ask the user.",
      "+old_string",
      "   3| new_string · tell the user.",
      'First difference in line 1, column 2: old_string has "old_string", the file "new_string".',
    ].join("\n");
    expect(renderFailure({ message: quoted })).toBe(
      quoted.replace("column 2: old_string has", () => "column 2: --old has"),
    );
    const files = tempWorkspace({ "a.txt": "one one\n" });
    const words = ["edit", "a.txt", "--old", "", "--new", "x", "--json"];
    const { stdout } = await typeCommand(words, files.root);
    expect(stdout).toContain("give the text to replace as old_string");
  });

  it("has the user's part as an order, where there is one [FIX-60]", () => {
    const said = (message: string): string => renderFailure({ message });
    expect(said("There is no room. Ask the user to free disk space.")).toBe(
      "There is no room. Free disk space.",
    );
    expect(said("/w/a.png is damaged. Ask the user for a sound copy.")).toBe(
      "/w/a.png is damaged. It takes a sound copy.",
    );
    expect(said("Read-only. Nothing was changed. Ask the user.")).toBe("Read-only. Nothing was changed.");
    expect(said("Try once more; if it fails again, tell the user.")).toBe(
      "Try once more; if it fails again, report it.",
    );
  });
});
