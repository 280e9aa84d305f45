import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { type Tree, tempWorkspace } from "../../support/workspace.js";

async function opened(tree: Tree, ...names: string[]) {
  const workspace = tempWorkspace(tree);
  const toolkit = workspace.editor();
  for (const name of names) await toolkit.call("Read", { file_path: workspace.path(name) });
  const edit = (name: string, old_string: string, new_string: string, more: object = {}) =>
    toolkit.call("Edit", { file_path: workspace.path(name), old_string, new_string, ...more });
  return { workspace, toolkit, edit };
}

describe("Edit", () => {
  it("replaces one place and says so with a diff and its data [EDIT-15, LEDGER-14]", async () => {
    const { workspace, edit } = await opened({ "a.txt": "one\ntwo\nthree\n" }, "a.txt");
    const result = await edit("a.txt", "two", "TWO");
    expect(textOf(result)).toBe(
      `The file ${workspace.path("a.txt")} has been updated.\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three`,
    );
    expect(result.output).toEqual({
      filePath: workspace.path("a.txt"),
      oldString: "two",
      newString: "TWO",
      originalFile: "one\ntwo\nthree\n",
      structuredPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+TWO", " three"] },
      ],
      replaceAll: false,
      userModified: false,
      matchTier: "exact",
      replacements: 1,
      change: expect.any(String),
    });
    expect(workspace.read("a.txt")).toBe("one\nTWO\nthree\n");
    expect((await edit("a.txt", "three", "THREE")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("one\nTWO\nTHREE\n");
  });

  it("replaces all and counts [EDIT-3, EDIT-15]", async () => {
    const { workspace, edit } = await opened({ "a.txt": "x = x + x;\n" }, "a.txt");
    const result = await edit("a.txt", "x", "y", { replace_all: "true" });
    expect(textOf(result)).toBe(
      `The file ${workspace.path("a.txt")} has been updated. All occurrences of "x" were replaced (3), on line 1.\n@@ -1,1 +1,1 @@\n-x = x + x;\n+y = y + y;`,
    );
    expect(result.output).toMatchObject({ replacements: 3, replaceAll: true });
    expect(workspace.read("a.txt")).toBe("y = y + y;\n");
  });

  it("shows two lines around what it changed, and of a long change the first 40 lines [EDIT-15, COST-3]", async () => {
    const numbered = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`);
    const { workspace, edit } = await opened({ "a.txt": numbered.join("") }, "a.txt");
    const updated = `The file ${workspace.path("a.txt")} has been updated.`;
    expect(textOf(await edit("a.txt", "line 50\n", "fifty\n"))).toBe(
      `${updated}\n@@ -48,5 +48,5 @@\n line 48\n line 49\n-line 50\n+fifty\n line 51\n line 52`,
    );
    const shown = textOf(await edit("a.txt", numbered.slice(0, 49).join(""), "one\n")).split("\n");
    expect(shown.slice(0, 3)).toEqual([updated, "@@ -1,51 +1,3 @@", "-line 1"]);
    expect(shown).toHaveLength(41);
    expect(shown.at(-1)).toMatch(/^\[… \d+ more diff lines\]$/);
  });

  it.each([3, 20, 40, 300, 1500])(
    "shows what became of a line when %d neighbours were replaced [EDIT-3, COST-3]",
    async (count) => {
      const { workspace, edit } = await opened({ "a.txt": "item\n".repeat(count) }, "a.txt");
      const shown = Math.min(5, count);
      expect(textOf(await edit("a.txt", "item", "ITEM", { replace_all: true }))).toBe(
        [
          `The file ${workspace.path("a.txt")} has been updated. All occurrences of "item" were replaced (${count}), on lines 1-${count}.`,
          ...(shown < count ? ["For example:"] : []),
          `@@ -1,${shown} +1,${shown} @@`,
          ...Array<string>(shown).fill("-item"),
          ...Array<string>(shown).fill("+ITEM"),
        ].join("\n"),
      );
    },
  );

  it("says where lines were, if replace_all has only deleted [EDIT-3, COST-3]", async () => {
    const { workspace, edit } = await opened({ "a.txt": "x\na\nb\nx\nx\nc\n" }, "a.txt");
    expect(textOf(await edit("a.txt", "x", "", { replace_all: true }))).toBe(
      `The file ${workspace.path("a.txt")} has been updated. All occurrences of "x" were replaced (3), formerly on lines 1 and 4-5.\nFor example:\n@@ -1,1 +0,0 @@\n-x`,
    );
  });

  it("lists the lines of many replacements and shows a sample, three if the text was found otherwise [EDIT-3, COST-3]", async () => {
    const row = (word: string): string => `${"-\n".repeat(9)}${word}\n`;
    const { workspace, edit } = await opened({ "a.txt": row("say “hi”").repeat(4) }, "a.txt");
    const heading = `The file ${workspace.path("a.txt")} has been updated. All occurrences of`;
    expect(textOf(await edit("a.txt", "say", "cry", { replace_all: true }))).toBe(
      `${heading} "say" were replaced (4), on lines 10, 20, 30 and 40.\nFor example:\n@@ -10,1 +10,1 @@\n-say “hi”\n+cry “hi”`,
    );
    const hunk = (line: number): string => `@@ -${line},1 +${line},1 @@\n-cry “hi”\n+cry “ho”`;
    expect(textOf(await edit("a.txt", '"hi"', '"ho"', { replace_all: true }))).toBe(
      [
        `${heading} ""hi"" were replaced (4), on lines 10, 20, 30 and 40.`,
        "[The text was not found exactly, but with other quotation marks; the file's style was kept.]",
        "For example:",
        ...[10, 20, 30].map(hunk),
      ].join("\n"),
    );
  });

  it.each([
    ["quotes", "say “hi”\n", 'say "hi"', 'say "ho"', "say “ho”\n"],
    ["trailing-whitespace", "a  \nb\n", "a\nb", "c\nd", "c\nd\n"],
    ["desanitized", "<name>x</name>\n", "<n>x</n>", "<n>y</n>", "<name>y</name>\n"],
    [
      "indentation",
      "\tif (a) {\n\t\tb();\n\t}\n",
      "    if (a) {\n        b();",
      "    if (c) {\n        d();",
      "\tif (c) {\n\t\td();\n\t}\n",
    ],
  ])("names the tier %s in its result [EDIT-15]", async (tier, content, old, fresh, expected) => {
    const { workspace, edit } = await opened({ "a.txt": content }, "a.txt");
    const result = await edit("a.txt", old, fresh);
    expect(result.output).toMatchObject({ matchTier: tier });
    expect(textOf(result)).toContain("[The text was not found exactly, but");
    expect(workspace.read("a.txt")).toBe(expected);
  });

  it("stops after the exact tier when told to [EDIT-15]", async () => {
    const workspace = tempWorkspace({ "a.txt": "say “hi”\n" });
    const toolkit = workspace.editor({ matching: "exact" });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    const input = { file_path, old_string: 'say "hi"', new_string: "x" };
    expect(errorOf(await toolkit.call("Edit", input)).code).toBe("MATCH_NOT_FOUND");
  });

  it("keeps blanks at line ends in Markdown, and everywhere when told to [EDIT-9]", async () => {
    const tree = { "a.md": "x\n", "a.mdx": "x\n", "a.txt": "x\n" };
    const { workspace, edit } = await opened(tree, "a.md", "a.mdx", "a.txt");
    for (const name of Object.keys(tree)) await edit(name, "x", "y  \nz");
    expect([workspace.read("a.md"), workspace.read("a.mdx"), workspace.read("a.txt")]).toEqual([
      "y  \nz\n",
      "y  \nz\n",
      "y\nz\n",
    ]);
    const keeping = workspace.editor({ trailingBlanks: "keep" });
    const file_path = workspace.path("a.txt");
    await keeping.call("Read", { file_path });
    await keeping.call("Edit", { file_path, old_string: "z", new_string: "w  \nv" });
    expect(workspace.read("a.txt")).toBe("y\nw  \nv\n");
  });

  it("creates a missing file and its folders, and fills an empty one [EDIT-14]", async () => {
    const { workspace, edit } = await opened({ "empty.txt": "" });
    const created = await edit("new/folder/a.txt", "", "fresh\n");
    expect(textOf(created)).toBe(`File created: ${workspace.path("new/folder/a.txt")}`);
    expect(created.output).toMatchObject({ originalFile: null, replacements: 1 });
    expect((await edit("empty.txt", "", "filled")).output).toMatchObject({ originalFile: "" });
    expect([workspace.read("new/folder/a.txt"), workspace.read("empty.txt")]).toEqual(["fresh\n", "filled"]);
    expect((await edit("new/folder/a.txt", "fresh", "stale")).isError).toBe(false);
  });

  it("refuses to create over a file with content [EDIT-14]", async () => {
    const { workspace, edit } = await opened({ "a.txt": "x" });
    const error = errorOf(await edit("a.txt", "", "y"));
    expect(error.code).toBe("FILE_EXISTS");
    expect(error.message.split("\n")[0]).toBe("Cannot create new file — file already exists.");
    expect(workspace.read("a.txt")).toBe("x");
  });
});

describe("A refused Edit", () => {
  const tree: Tree = {
    "a.txt": "one two\none three\n",
    "unread.txt": "secret content\n",
    "n.ipynb": "{}",
    "picture.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    "hidden-picture.txt": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
  };
  it.each([
    ["a.txt", "x", "x", "NO_CHANGE", 0, "No changes to make: old_string and new_string are identical."],
    ["a.txt", "four", "x", "MATCH_NOT_FOUND", undefined, "String to replace not found in file."],
    [
      "a.txt",
      "one",
      "x",
      "MATCH_NOT_UNIQUE",
      9,
      /^Found 2 matches of the string to replace, but replace_all is false\./,
    ],
    [
      "unread.txt",
      "secret",
      "x",
      "FILE_NOT_READ",
      2,
      "File has not been read yet. Read it first before editing it.",
    ],
    ["missing.txt", "x", "y", "FILE_NOT_FOUND", undefined, /^File does not exist: /],
    ["n.ipynb", "x", "y", "USE_NOTEBOOK_EDIT", undefined, /is a Jupyter notebook\. Use NotebookEdit/],
    [
      "picture.png",
      "x",
      "y",
      "BINARY_FILE",
      undefined,
      /is a PNG image \(\d+ bytes\), and only text can be changed here\. Read shows it\./,
    ],
    [
      "hidden-picture.txt",
      "x",
      "y",
      "BINARY_FILE",
      undefined,
      /is a PNG image \(\d+ bytes\), and only text can be changed here\. Read shows it\./,
    ],
    ["folder", "x", "y", "IS_DIRECTORY", undefined, /is a directory, not a file/],
  ])(
    "of %s, %j to %j, answers %s and changes nothing [EDIT-13, CHANGE-5]",
    async (name, old, fresh, code, number, sentence) => {
      const { workspace, edit } = await opened(tree, "a.txt");
      mkdirSync(workspace.path("folder"));
      const before = workspace.stamp(name);
      const result = await edit(name, old, fresh);
      const error = errorOf(result);
      expect([error.code, result.error?.errorCode]).toEqual([code, number]);
      const [first = ""] = error.message.split("\n");
      if (typeof sentence === "string") expect(first).toBe(sentence);
      else expect(first).toMatch(sentence);
      expect(workspace.stamp(name)).toEqual(before);
    },
  );

  it("names the lines of every match [EDIT-4]", async () => {
    const { edit } = await opened(tree, "a.txt");
    const error = errorOf(await edit("a.txt", "one", "x"));
    expect(error.message).toContain("They begin on lines 1, 2.");
    expect(error.data).toMatchObject({ matches: 2, lines: [1, 2], matchTier: "exact" });
  });

  it("of a file over a gibibyte is answered by its size [EDIT-13]", async () => {
    const { workspace, edit } = await opened({});
    writeFileSync(workspace.path("huge.txt"), "x\n");
    truncateSync(workspace.path("huge.txt"), 1024 ** 3 + 1);
    expect(errorOf(await edit("huge.txt", "x", "y")).code).toBe("FILE_TOO_LARGE");
  });

  it("for characters the encoding lacks names them [EDIT-18]", async () => {
    const latin = Buffer.from("caf\u00e9 na\u00efve d\u00e9j\u00e0 vu\n", "latin1");
    const { workspace, edit } = await opened({ "latin.txt": latin }, "latin.txt");
    const error = errorOf(await edit("latin.txt", "caf\u00e9", "caf\u00e9 → \u{1F600}"));
    expect(error.code).toBe("NOT_ENCODABLE");
    expect(error.message).toContain('"→" (U+2192)');
    expect(workspace.bytes("latin.txt").equals(latin)).toBe(true);
    expect((await edit("latin.txt", "caf\u00e9", "th\u00e9")).isError).toBe(false);
    expect(workspace.bytes("latin.txt").toString("latin1")).toBe("th\u00e9 na\u00efve d\u00e9j\u00e0 vu\n");
  });

  it("for half a surrogate pair says what is wrong [EDIT-18]", async () => {
    const { workspace, edit } = await opened({ "a.txt": "x\n" }, "a.txt");
    expect(errorOf(await edit("a.txt", "x", "y\ud800")).code).toBe("NOT_ENCODABLE");
    expect(errorOf(await edit("new.txt", "", "y\ud800")).code).toBe("NOT_ENCODABLE");
    expect(workspace.read("a.txt")).toBe("x\n");
  });
});
