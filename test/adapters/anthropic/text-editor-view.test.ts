/** What the provider's text editor shows. */
import { describe, expect, it } from "vitest";
import { createTextEditor } from "../../../src/adapters/anthropic/index.js";
import { createMemoryFileSystem } from "../../../src/index.js";
import { tempWorkspace } from "../../support/workspace.js";
import { foreignWords, openEditor, textOf } from "../support/text-editors.js";

describe("The text editor's view", () => {
  it("shows numbered lines, and of a long file how to go on [ANT-40]", async () => {
    const many = Array.from({ length: 2100 }, (_, index) => `line ${index + 1}\n`).join("");
    const { edit } = openEditor({ "a.txt": "one\n\ttwo\n", "long.txt": many, "empty.txt": "" });
    expect(await edit("view", "a.txt")).toBe("     1→one\n     2→\ttwo");
    const long = await edit("view", "long.txt");
    expect(
      long.endsWith("\n  2000→line 2000\n[Lines 1-2000 of 2100. View on with view_range [2001, -1].]"),
    ).toBe(true);
    expect(await edit("view", "long.txt", { view_range: [2001, -1] })).toMatch(/^ {2}2001→[^]*line 2100$/);
    expect(await edit("view", "empty.txt")).toBe("Warning: the file exists but its contents are empty.");
    expect(await edit("view", "a.txt")).toMatch(/^File unchanged since it was last viewed\./);
  });

  it("shows the lines of a range, its end included [ANT-40]", async () => {
    const { edit } = openEditor({ "a.txt": "1\n2\n3\n4\n5\n" }, { dedup: false });
    expect(await edit("view", "a.txt", { view_range: [2, 3] })).toBe(
      "     2→2\n     3→3\n[Lines 2-3 of 5. View on with view_range [4, -1].]",
    );
    expect(await edit("view", "a.txt", { view_range: [4, -1] })).toBe("     4→4\n     5→5");
    expect(await edit("view", "a.txt", { view_range: [4, 99] })).toBe("     4→4\n     5→5");
    expect(await edit("view", "a.txt", { view_range: "[5, 5]" })).toBe("     5→5");
    expect(await edit("view", "a.txt", { view_range: [1, -1] })).toContain("     1→1\n");
    expect(await edit("view", "a.txt", { view_range: [9, 12] })).toBe(
      "Warning: the file has only 5 lines; line 9 is past its end.",
    );
  });

  it("of a directory names its entries and files, two levels deep [ANT-41]", async () => {
    const { workspace, edit } = openEditor({
      "src/a.ts": "a\n",
      "src/deep/er/b.ts": "b\n",
      "readme.md": "r\n",
    });
    const listed = await edit("view", "");
    expect(listed).toContain("First entries: readme.md, src/");
    expect(listed.split("\n")).toEqual(
      expect.arrayContaining([`In ${workspace.root}:`, "readme.md", "src/a.ts"]),
    );
    expect(listed).not.toContain("b.ts");
    expect(listed).not.toMatch(foreignWords);
    expect(await edit("view", "", { view_range: [1, 2] })).toBe(
      "Error: view: view_range is for files, and this is a directory. Leave it out.",
    );
  });

  it("of a directory on a disk that can't be searched names its entries [ANT-41]", async () => {
    const fileSystem = createMemoryFileSystem();
    const { send } = openEditor(
      {},
      { fileSystem, roots: ["/w/app"], workingDirectory: "/w/app", stateDirectory: "/w/state" },
    );
    await send({ command: "create", path: "/w/app/a.txt", file_text: "a\n" });
    expect(textOf(await send({ command: "view", path: "/w/app" }))).toBe("First entries: a.txt");
  });

  it("shows as many whole lines as the characters allow, and counts no others as seen [ANT-42]", async () => {
    const content = Array.from({ length: 10 }, (_, index) => `number ${index}\n`).join("");
    const { workspace, edit } = openEditor(
      { "a.txt": content, "long.txt": `${"x".repeat(900)}\n` },
      { maxCharacters: 30 },
    );
    expect(await edit("view", "a.txt")).toBe(
      "     1→number 0\n     2→number 1\n     3→number 2\n[Lines 1-3 of 10. View on with view_range [4, -1].]",
    );
    expect(
      await edit("str_replace", "a.txt", { old_str: "number 2\nnumber 3\nnumber 4", new_str: "x" }),
    ).toBe(
      "Error: Some of the lines to change have not been viewed yet. View them first.\nNot shown yet: lines 4-5; the file has 10 lines. Next call: view with view_range [4, 5].",
    );
    for (const from of [4, 7, 10]) await edit("view", "a.txt", { view_range: [from, -1] });
    expect(await edit("insert", "a.txt", { insert_line: 10, insert_text: "end" })).toContain(
      "has been updated",
    );
    expect(workspace.read("a.txt")).toBe(`${content}end\n`);
    expect(await edit("view", "long.txt")).toMatch(/^ {5}1→x{900}$/);
  });

  it("shows the beginning of a file that is too long to be shown whole, if it may cut it [ANT-42]", async () => {
    const content = "some words in a line\n".repeat(20_000);
    const whole = openEditor({ "a.txt": content });
    expect(await whole.edit("view", "a.txt")).toMatch(
      /^Error: File is 410\.2 KB and has 20,000 lines, over the cap of 256 KB for a read without limit\. View it with view_range \[1, \d+\]\.$/,
    );
    const { edit } = openEditor({ "a.txt": content }, { maxCharacters: 63 });
    expect(await edit("view", "a.txt")).toMatch(
      /\n {5}3→some words in a line\n\[Lines 1-3 of 20000\. View on/,
    );
  });

  it("says so when not even a line fits [ANT-50]", async () => {
    const { edit } = openEditor({ "a.txt": "some words ".repeat(100) }, { limits: { maxTokens: 20 } });
    const answer = await edit("view", "a.txt");
    expect(answer).toMatch(/^Error: .* Not even one line fits\.$/);
    expect(answer).not.toMatch(foreignWords);
  });

  it("refuses a bound that is none [ANT-42]", () => {
    for (const maxCharacters of [0, -1, 1.5, Number.NaN])
      expect(() => createTextEditor(tempWorkspace().toolkit(), { maxCharacters })).toThrow(RangeError);
  });
});
