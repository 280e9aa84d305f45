import { mkdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { type Tree, tempWorkspace } from "../../support/workspace.js";

async function opened(tree: Tree, options: Parameters<ReturnType<typeof tempWorkspace>["editor"]>[0] = {}) {
  const workspace = tempWorkspace(tree);
  const toolkit = workspace.editor(options);
  for (const name of Object.keys(tree)) await toolkit.call("Read", { file_path: workspace.path(name) });
  const write = (name: string, content: string) =>
    toolkit.call("Write", { file_path: workspace.path(name), content });
  return { workspace, toolkit, write };
}

describe("Write", () => {
  it("creates a file and its folders, exactly as sent [WRITE-1, WRITE-5]", async () => {
    const { workspace, write } = await opened({});
    const content = "first\r\nsecond\nthird without an end";
    const result = await write("new/folder/a.txt", content);
    expect(workspace.read("new/folder/a.txt")).toBe(content);
    expect(textOf(result)).toBe(`File created: ${workspace.path("new/folder/a.txt")} (3 lines).`);
    expect(result.output).toEqual({
      type: "create",
      filePath: workspace.path("new/folder/a.txt"),
      content,
      structuredPatch: [
        {
          oldStart: 0,
          oldLines: 0,
          newStart: 1,
          newLines: 3,
          lines: ["+first\r", "+second", "+third without an end", "\\ No newline at end of file"],
        },
      ],
      originalFile: null,
      userModified: false,
      change: expect.any(String),
    });
  });

  it("replaces the whole content and shows the difference [WRITE-1, WRITE-5]", async () => {
    const { workspace, write } = await opened({ "a.txt": "one\ntwo\n" });
    const result = await write("a.txt", "one\n2\n");
    expect(workspace.read("a.txt")).toBe("one\n2\n");
    expect(textOf(result)).toBe(
      `The file ${workspace.path("a.txt")} has been updated: 1 line added, 1 removed.\n@@ -2,1 +2,1 @@\n-two\n+2`,
    );
    expect(result.output).toMatchObject({ type: "update", originalFile: "one\ntwo\n" });
  });

  it("bounds the diff it shows, whatever the size [WRITE-5]", async () => {
    const { write } = await opened({ "a.txt": "old\n".repeat(2000) });
    const result = await write("a.txt", "a new line of some length\n".repeat(20_000));
    expect(textOf(result).length).toBeLessThan(700);
    expect(textOf(result)).toMatch(/\[… \d+ more diff lines\]$/);
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffgrün\n", "utf8"), Buffer.from("\ufeffblau und grün\n", "utf8")],
    ["UTF-16LE", Buffer.from("\ufeffgrün\n", "utf16le"), Buffer.from("\ufeffblau und grün\n", "utf16le")],
    [
      "UTF-16BE",
      Buffer.from("\ufeffgrün\n", "utf16le").swap16(),
      Buffer.from("\ufeffblau und grün\n", "utf16le").swap16(),
    ],
    ["Latin-1", Buffer.from("grün, schön, weiß\n", "latin1"), Buffer.from("blau und grün\n", "latin1")],
  ])("keeps the encoding and the mark of a file in %s [WRITE-2]", async (_name, before, after) => {
    const { workspace, write } = await opened({ "a.txt": before });
    for (const content of ["blau und grün\n", ...(before[0] === 0xef ? ["\ufeffblau und grün\n"] : [])]) {
      expect((await write("a.txt", content)).isError).toBe(false);
      expect(workspace.bytes("a.txt").equals(after)).toBe(true);
    }
  });

  it("refuses characters that the file's encoding lacks, by name [EDIT-18]", async () => {
    const before = Buffer.from("grün, schön, weiß\n", "latin1");
    const { workspace, write } = await opened({ "a.txt": before });
    const error = errorOf(await write("a.txt", "grün → rot\n"));
    expect(error.code).toBe("NOT_ENCODABLE");
    expect(error.message).toContain('"→" (U+2192)');
    expect(workspace.bytes("a.txt").equals(before)).toBe(true);
  });

  it("says when line endings change, and keeps them when told to [WRITE-3]", async () => {
    const tree = { "a.txt": "one\r\ntwo\r\n" };
    const asSent = await opened(tree);
    expect(textOf(await asSent.write("a.txt", "one\n2\n"))).toContain(
      "[Line endings changed from CRLF to LF, because content is written as sent.]",
    );
    expect(asSent.workspace.read("a.txt")).toBe("one\n2\n");
    const preserving = await opened(tree, { lineEndings: "preserve" });
    const result = await preserving.write("a.txt", "one\n2\n");
    expect(textOf(result)).not.toContain("Line endings changed");
    expect(preserving.workspace.read("a.txt")).toBe("one\r\n2\r\n");
  });

  it("writes nothing when the content is there already [WRITE-4]", async () => {
    const { workspace, toolkit, write } = await opened({ "a.txt": "one\n" });
    const before = workspace.stamp("a.txt");
    const result = await write("a.txt", "one\n");
    expect(textOf(result)).toContain("already has exactly this content; nothing was written.");
    expect(workspace.stamp("a.txt")).toEqual(before);
    expect(await toolkit.history.list()).toEqual([]);
  });

  it("fills an empty file that was not read: there was nothing to see [LEDGER-10]", async () => {
    const workspace = tempWorkspace({ "empty.txt": "" });
    const file_path = workspace.path("empty.txt");
    expect((await workspace.editor().call("Write", { file_path, content: "x" })).isError).toBe(false);
    expect(workspace.read("empty.txt")).toBe("x");
  });

  it.each([
    ["folder", "IS_DIRECTORY"],
    ["picture.png", "BINARY_FILE"],
  ])("does not replace %s [WRITE-6, CHANGE-5]", async (name, code) => {
    const { workspace, write } = await opened({
      "picture.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    });
    mkdirSync(workspace.path("folder"));
    expect(errorOf(await write(name, "x")).code).toBe(code);
  });

  it("does not replace /dev/null, whoever allows it [WRITE-6]", async () => {
    const workspace = tempWorkspace();
    const toolkit = workspace.editor({ roots: ["/"] });
    const error = errorOf(await toolkit.call("Write", { file_path: "/dev/null", content: "x" }));
    expect(error.code).toBe("NOT_REGULAR_FILE");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});
