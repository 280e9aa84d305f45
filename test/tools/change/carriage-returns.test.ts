/** Files of classic Mac OS, whose lines end with lone carriage returns: every way to change them keeps that. */
import { describe, expect, it } from "vitest";
import { insertTool } from "../../../src/tools/insert/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

async function prepare(content: string, options: object = {}) {
  const workspace = tempWorkspace({ "a.txt": content });
  const toolkit = workspace.editor(options);
  const file_path = workspace.path("a.txt");
  await toolkit.call("Read", { file_path });
  return { workspace, toolkit, file_path };
}

describe("A file with lone carriage returns", () => {
  it.each([
    ["lines in a line's place", "one\rtwo\rthree\r", "two", "2\n2b", "one\r2\r2b\rthree\r"],
    ["lines sent with CRLF", "one\rtwo\r", "two", "2\r\n2b", "one\r2\r2b\r"],
    ["lines sent with CR", "one\rtwo\r", "two", "2\r2b", "one\r2\r2b\r"],
    ["old lines sent with LF", "one\rtwo\rthree\r", "one\ntwo", "1\n2", "1\r2\rthree\r"],
    ["old lines sent with CR", "one\rtwo\rthree\r", "one\rtwo", "1\r2\r2b", "1\r2\r2b\rthree\r"],
    ["lines at its end", "one\rtwo", "two", "two\nthree\n", "one\rtwo\rthree\r"],
    ["a deleted line", "one\rtwo\rthree\r", "two", "", "one\rthree\r"],
    ["a last line deleted", "one\rtwo", "two", "", "one"],
    ["another indentation", "if\r\ta\r\tb\r", "    a\n    b", "    a\n    c\n    b", "if\r\ta\r\tc\r\tb\r"],
  ])("gets them from Edit for %s [SAFE-153]", async (_, content, old_string, new_string, expected) => {
    const { workspace, toolkit, file_path } = await prepare(content);
    const result = await toolkit.call("Edit", { file_path, old_string, new_string });
    expect(result.isError).toBe(false);
    expect(workspace.read("a.txt")).toBe(expected);
  });

  it("gets them from Edit in every place, and in a large file [SAFE-153]", async () => {
    const row = `${"x".repeat(90)} end\r`;
    const { workspace, toolkit, file_path } = await prepare(`start\r${row.repeat(60_000)}`);
    await toolkit.call("Read", { file_path, offset: 1, limit: 1 });
    const edit = { file_path, old_string: "start\n", new_string: "start\nagain\n" };
    expect((await toolkit.call("Edit", edit)).output).toMatchObject({ originalFile: null });
    expect(workspace.read("a.txt")).toBe(`start\ragain\r${row.repeat(60_000)}`);
  });

  it("has matches named by the line that views show, which is the first [SAFE-153]", async () => {
    const { toolkit, file_path } = await prepare("a\rb\ra\r");
    const error = errorOf(await toolkit.call("Edit", { file_path, old_string: "a", new_string: "c" }));
    expect(error.data).toMatchObject({ lines: [1, 1], columns: [1, 5] });
  });

  it("gets them from an insertion by line [SAFE-153]", async () => {
    const { workspace, toolkit, file_path } = await prepare("one\rtwo\r");
    const insert = (insert_line: number, insert_text: string) =>
      toolkit.callUnlisted(insertTool, { file_path, insert_line, insert_text });
    expect((await insert(1, "three\nfour")).isError).toBe(false);
    expect((await insert(0, "zero")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("zero\rone\rtwo\rthree\rfour\r");
  });

  it.each([
    ["LF", "1\n2\n", "1\r2\r"],
    ["CRLF", "1\r\n2", "1\r2"],
    ["CR", "1\r2\r", "1\r2\r"],
  ])("gets them from Write with lineEndings preserve for %s [SAFE-153]", async (_, content, expected) => {
    const { workspace, toolkit, file_path } = await prepare("one\rtwo\r", { lineEndings: "preserve" });
    expect((await toolkit.call("Write", { file_path, content })).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe(expected);
  });

  it("is said to change where Write does not preserve them [SAFE-153, WRITE-3]", async () => {
    const { toolkit, file_path } = await prepare("one\rtwo\r");
    const result = await toolkit.call("Write", { file_path, content: "1\n2\n" });
    expect(textOf(result)).toContain("[Line endings changed from CR to LF,");
  });
});

describe("A carriage return beside line feeds", () => {
  it("stays content, and new lines get the file's ending [SAFE-153]", async () => {
    const { workspace, toolkit, file_path } = await prepare("10%\r20%\rdone\nnext\n");
    await toolkit.call("Edit", { file_path, old_string: "20%", new_string: "20%\n30%" });
    expect(workspace.read("a.txt")).toBe("10%\r20%\n30%\rdone\nnext\n");
  });
});
