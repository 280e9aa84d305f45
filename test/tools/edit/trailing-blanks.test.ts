/** Blanks at the ends of new lines: where they go, where they stay, and what is said of it. */
import { describe, expect, it } from "vitest";
import { textOf } from "../../support/answers.js";
import { type Tree, tempWorkspace } from "../../support/workspace.js";

async function editOne(name: string, more: Tree = {}, newString = "x  \ny\t") {
  const workspace = tempWorkspace({ [name]: "a\nb\n", ...more });
  const toolkit = workspace.editor();
  const file_path = workspace.path(name);
  await toolkit.call("Read", { file_path });
  const result = await toolkit.call("Edit", { file_path, old_string: "a", new_string: newString });
  return { result, content: workspace.read(name) };
}

const declared = (value: string): string => `root = true\n[*.ts]\ntrim_trailing_whitespace = ${value}\n`;

describe("Trailing blanks of new_string", () => {
  it("are removed, and the result says from how many lines [EDIT-480]", async () => {
    const { result, content } = await editOne("a.ts");
    expect(content).toBe("x\ny\nb\n");
    expect(textOf(result)).toContain("[Trailing blanks were removed from 2 new lines.]");
    expect(result.output).toMatchObject({ trimmedLines: 2 });
  });

  it("are not mentioned where there were none [EDIT-480]", async () => {
    const { result } = await editOne("a.ts", {}, "x\ny");
    expect(textOf(result)).not.toContain("railing");
    expect(result.output).not.toHaveProperty("trimmedLines");
  });

  it.each(["a.md", "a.mdx", "a.patch", "a.diff", "a.rst", "a.snap", "A.MD", "a.Snap"])(
    "stay in %s [EDIT-481]",
    async (name) => {
      const { result, content } = await editOne(name);
      expect(content).toBe("x  \ny\t\nb\n");
      expect(result.output).not.toHaveProperty("trimmedLines");
    },
  );

  it.each<[string, Tree, string]>([
    ["false", { ".editorconfig": declared("false") }, "x  \ny\t\nb\n"],
    ["FALSE, in any case", { ".editorconfig": declared("FALSE") }, "x  \ny\t\nb\n"],
    ["true", { ".editorconfig": declared("true") }, "x\ny\nb\n"],
    ["nothing of this file", { ".editorconfig": declared("false").replace("ts", "js") }, "x\ny\nb\n"],
  ])("follow .editorconfig that says %s [EDIT-481]", async (_, tree, expected) => {
    expect((await editOne("a.ts", tree)).content).toBe(expected);
  });

  it("stay in lines that stood like that [EDIT-9]", async () => {
    const { result, content } = await editOne("a.ts", { "a.ts": "a  \nb\n" }, "x \na");
    expect(content).toBe("x\na  \nb\n");
    expect(result.output).toMatchObject({ trimmedLines: 1 });
  });

  it.each(["a.tsv", "a.csv", "a.TAB"])("stay in %s, whatever the replaced text [SAFE-152]", async (name) => {
    const { result, content } = await editOne(name, {}, "x\t\ny ");
    expect(content).toBe("x\t\ny \nb\n");
    expect(result.output).not.toHaveProperty("trimmedLines");
  });

  it.each([
    ["an edited cell before an empty column", "a\tb\t\n", "a\tb\t", "a\tc\t", "a\tc\t\n"],
    ["fewer empty columns", "a\tb\t\t\n", "a\tb\t\t", "a\tb\tc\t", "a\tb\tc\t\n"],
    ["more empty columns", "a\tb\tc\n", "a\tb\tc", "a\t\t", "a\t\t\n"],
    ["a new row", "a\tb\t\n", "a\tb\t\n", "a\tb\t\nc\td\t\n", "a\tb\t\nc\td\t\n"],
    ["rows in another order", "a\t1\t\nb\t2\t\n", "a\t1\t\nb\t2\t", "b\t3\t\na\t1\t", "b\t3\t\na\t1\t\n"],
    ["a hard line break", "one  \ntwo\n", "one  \ntwo", "uno  \ntwo", "uno  \ntwo\n"],
    ["a signature separator", "-- \nme\n", "-- \nme", "-- \nyou", "-- \nyou\n"],
    ["CRLF rows", "a\tb\t\r\nc\r\n", "a\tb\t\nc", "a\tx\t\nc", "a\tx\t\r\nc\r\n"],
  ])("stay where the replaced text has such blanks: %s [SAFE-152]", async (_, text, old, fresh, expected) => {
    const workspace = tempWorkspace({ "data.txt": text });
    const toolkit = workspace.editor();
    const file_path = workspace.path("data.txt");
    await toolkit.call("Read", { file_path });
    const edit = { file_path, old_string: old, new_string: fresh };
    const result = await toolkit.call("Edit", edit);
    expect(workspace.read("data.txt")).toBe(expected);
    expect(result.output).not.toHaveProperty("trimmedLines");
  });

  it("stay where only the file's lines have them [SAFE-152]", async () => {
    const workspace = tempWorkspace({ "data.txt": "a\tb\t\nc\td\t\n" });
    const toolkit = workspace.editor();
    const file_path = workspace.path("data.txt");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Edit", { file_path, old_string: "a\tb\nc\td", new_string: "a\tx\t\nc\ty\t" });
    expect(workspace.read("data.txt")).toBe("a\tx\t\nc\ty\t\n");
  });

  it("go where the replaced text is merely indented with tabs [SAFE-152]", async () => {
    const { content } = await editOne("a.ts", { "a.ts": "\tif (a) {\n\t}\n" }, "a\t\nb ");
    expect(content).toBe("\tif (a\nb ) {\n\t}\n");
  });

  it("are counted in every place of replace_all, and in a large file [EDIT-480]", async () => {
    const text = `only\n${`${"long ".repeat(200)}\n`.repeat(5000)}`;
    const workspace = tempWorkspace({ "small.ts": "a\nb\na\n", "large.ts": text });
    const toolkit = workspace.editor();
    const small = workspace.path("small.ts");
    await toolkit.call("Read", { file_path: small });
    const all = { file_path: small, old_string: "a", new_string: "x ", replace_all: true };
    expect((await toolkit.call("Edit", all)).output).toMatchObject({ trimmedLines: 2 });
    const large = workspace.path("large.ts");
    await toolkit.call("Read", { file_path: large, offset: 1, limit: 3 });
    const one = { file_path: large, old_string: "only", new_string: "first \nsecond" };
    expect((await toolkit.call("Edit", one)).output).toMatchObject({ originalFile: null, trimmedLines: 1 });
  });
});
