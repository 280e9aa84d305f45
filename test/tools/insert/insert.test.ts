import { describe, expect, it } from "vitest";
import type { CallResult, Question, ToolkitOptions } from "../../../src/index.js";
import { insertTool } from "../../../src/tools/insert/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

async function opened(content: string | Uint8Array, options: ToolkitOptions = {}, name: string = "a.txt") {
  const workspace = tempWorkspace({ [name]: content });
  const toolkit = workspace.editor({ limits: { maxTokens: 100_000_000 }, ...options });
  const file_path = workspace.path(name);
  const read = (more: object = {}) => toolkit.call("Read", { file_path, ...more });
  const insert = (insert_line: number, insert_text: string): Promise<CallResult> =>
    toolkit.callUnlisted(insertTool, { file_path, insert_line, insert_text });
  return { workspace, toolkit, file_path, read, insert, name };
}

describe("Lines inserted by number", () => {
  it("stand behind the line that was named, and are told with their diff [ANT-31]", async () => {
    const { workspace, read, insert } = await opened("one\ntwo\nthree\n");
    await read();
    const result = await insert(2, "2a\n2b");
    expect(workspace.read("a.txt")).toBe("one\ntwo\n2a\n2b\nthree\n");
    expect(textOf(result)).toBe(
      `The file ${workspace.path("a.txt")} has been updated.\n@@ -1,3 +1,5 @@\n one\n two\n+2a\n+2b\n three`,
    );
    // And on, without reading again.
    expect((await insert(0, "zero")).isError).toBe(false);
    expect((await insert(6, "end")).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("zero\none\ntwo\n2a\n2b\nthree\nend\n");
  });

  it("behind a last line without a line break are counted as what they are [FIX-201]", async () => {
    const { workspace, toolkit, file_path, read, insert } = await opened("one");
    await read();
    for (const [line, text] of ["two", "three"].entries())
      expect((await insert(line + 1, text)).error).toBeUndefined();
    expect(workspace.read("a.txt")).toBe("one\ntwo\nthree");
    expect((await toolkit.session.exportFile(file_path))?.totalLines).toBe(3);
    expect(errorOf(await insert(4, "five")).data).toMatchObject({ totalLines: 3 });
  });

  it.each([
    ["UTF-8 with a mark", Buffer.from("\uFEFFa\r\né\r\n"), Buffer.from("\uFEFFx\r\na\r\né\r\n")],
    ["UTF-16LE", Buffer.from("\uFEFFa\né", "utf16le"), Buffer.from("\uFEFFx\na\né", "utf16le")],
    ["an empty file", Buffer.from(""), Buffer.from("x\n")],
    ["bytes of no encoding", Buffer.from("6162e90a80ff0a", "hex"), Buffer.from("780a6162e90a80ff0a", "hex")],
  ])("change no other byte of %s [ANT-31]", async (_, before, after) => {
    const { workspace, read, insert } = await opened(before);
    await read();
    expect((await insert(0, "x")).error).toBeUndefined();
    expect(workspace.bytes("a.txt").toString("hex")).toBe(after.toString("hex"));
  });

  it("lose blanks at their ends as those of an Edit do, but not in Markdown [ANT-31]", async () => {
    for (const [name, expected] of [
      ["a.txt", "a\nx\n"],
      ["a.md", "a\nx  \n"],
    ] as const) {
      const { workspace, read, insert } = await opened("a\n", {}, name);
      await read();
      await insert(1, "x  ");
      expect(workspace.read(name)).toBe(expected);
    }
  });

  it("need a file that was read, whole, and is as it was read [ANT-33]", async () => {
    const { workspace, read, insert } = await opened("one\ntwo\nthree\n");
    expect(errorOf(await insert(1, "x")).code).toBe("FILE_NOT_READ");
    await read({ offset: 1, limit: 1 });
    expect(errorOf(await insert(1, "x")).code).toBe("FILE_PARTIALLY_READ");
    await read();
    workspace.write("a.txt", "zero\none\ntwo\nthree\n");
    expect(errorOf(await insert(1, "x")).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(workspace.read("a.txt")).toBe("zero\none\ntwo\nthree\n");
  });

  it("are never carried over to a file that others have changed, where its lines have other numbers [ANT-33]", async () => {
    const { workspace, read, insert } = await opened("one\ntwo\nthree\n", { staleEdits: "rebase" });
    await read();
    workspace.write("a.txt", "zero\none\ntwo\nthree\n");
    expect(errorOf(await insert(2, "x")).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(workspace.read("a.txt")).toBe("zero\none\ntwo\nthree\n");
  });

  it("need only the lines around the place to be seen, unless the whole file is asked for [ANT-33]", async () => {
    const content = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    const { workspace, read, insert } = await opened(content);
    await read({ offset: 2, limit: 2 });
    expect((await insert(2, "x")).error).toBeUndefined();
    expect(errorOf(await insert(8, "y")).data).toMatchObject({ missing: [{ from: 8, to: 9 }] });
    expect(workspace.read("a.txt")).toBe("1\n2\nx\n3\n4\n5\n6\n7\n8\n9\n");
    const strict = await opened(content, { editRequires: "whole-file" });
    await strict.read({ offset: 2, limit: 2 });
    const missing = [
      { from: 1, to: 1 },
      { from: 4, to: 9 },
    ];
    expect(errorOf(await strict.insert(2, "x")).data).toMatchObject({ missing });
  });

  it("are refused beyond the end, where nothing is and in what is no text [ANT-34]", async () => {
    const { workspace, toolkit, file_path, read, insert } = await opened("one\ntwo");
    expect(errorOf(await insert(9, "x")).code).toBe("FILE_NOT_READ");
    await read();
    const beyond = errorOf(await insert(3, "x"));
    expect(beyond.message).toBe(
      `insert_line 3 is beyond the end: ${workspace.path("a.txt")} has 2 lines. Give 0 to 2.`,
    );
    expect(beyond.data).toMatchObject({ insertLine: 3, totalLines: 2 });
    const elsewhere = async (name: string): Promise<string> => {
      const input = { file_path: workspace.path(name), insert_line: 0, insert_text: "x" };
      return errorOf(await toolkit.callUnlisted(insertTool, input)).code;
    };
    workspace.write("nb.ipynb", "{}");
    workspace.write("b.bin", Uint8Array.of(0, 1, 2, 0, 255));
    workspace.write("folder/c.txt", "");
    expect(await elsewhere("missing.txt")).toBe("FILE_NOT_FOUND");
    expect(await elsewhere("nb.ipynb")).toBe("USE_NOTEBOOK_EDIT");
    expect(await elsewhere("b.bin")).toBe("BINARY_FILE");
    expect(await elsewhere("folder")).toBe("IS_DIRECTORY");
    expect(errorOf(await insert(-1, "x")).code).toBe("INPUT_INVALID");
    const unattended = workspace.toolkit({ permissions: { mode: "acceptEdits" } });
    await unattended.call("Read", { file_path });
    const pasted = { file_path, insert_line: 1, insert_text: "     1→pasted" };
    expect(errorOf(await unattended.callUnlisted(insertTool, pasted)).code).toBe("CONTENT_SUSPICIOUS");
    expect(workspace.read("a.txt")).toBe("one\ntwo");
  });

  it("are an Edit to rules, to people and to the history, and can be undone [ANT-35]", async () => {
    const asked: Question[] = [];
    const { workspace, toolkit, read, insert } = await opened("one\n", {
      onAsk: (question) => {
        asked.push(question);
        return { answer: "allow", content: "one\nmine\n" };
      },
    });
    await read();
    const result = await insert(1, "two");
    expect(asked).toMatchObject([{ tool: "Edit", change: { before: "one\n", after: "one\ntwo\n" } }]);
    expect(result.output).toMatchObject({ userModified: true });
    expect(workspace.read("a.txt")).toBe("one\nmine\n");
    expect(await toolkit.history.list()).toMatchObject([{ record: { tool: "Edit" } }]);
    await toolkit.history.undo();
    expect(workspace.read("a.txt")).toBe("one\n");
    const denied = await opened("one\n", { permissions: { deny: ["Edit"] } });
    await denied.read();
    expect(errorOf(await denied.insert(0, "x")).code).toBe("PERMISSION_DENIED");
    expect(
      await denied.toolkit.decide(insertTool, {
        file_path: denied.file_path,
        insert_line: 0,
        insert_text: "x",
      }),
    ).toMatchObject({ answer: "refuse" });
  });
});

/** About 6 MB: past what is changed in memory. */
const largeLines = (ending: string): string[] =>
  Array.from(
    { length: 130_000 },
    (_, index) => `a line of an ordinary log file, number ${index + 1}${ending}`,
  );

describe("Lines inserted into a file too large to hold", () => {
  it.each([
    [0, 1, "\n"],
    [100_000, 100_000, "\r\n"],
    [130_000, 130_000, "\n"],
  ])("stand behind line %j, whatever the windows [ANT-32]", async (line, offset, ending) => {
    const lines = largeLines(ending);
    const { workspace, toolkit, read, insert } = await opened(lines.join(""));
    await read({ offset, limit: 2 });
    const result = await insert(line, "new\nlines");
    expect(result.error).toBeUndefined();
    expect(textOf(result)).toContain("\n+new\n+lines");
    const expected = lines.toSpliced(line, 0, `new${ending}`, `lines${ending}`).join("");
    expect(workspace.read("a.txt") === expected).toBe(true);
    await toolkit.history.undo();
    expect(workspace.read("a.txt") === lines.join("")).toBe(true);
  });

  it("stand where the file's bytes say, with a mark, wide units, lines without end and no last break [ANT-32]", async () => {
    const long = "x".repeat(3_000_000);
    const text = `\uFEFFfirst\n${long}\nthird\n${long}\nlast`;
    for (const encoding of ["utf8", "utf16le"] as const) {
      for (const line of [0, 1, 2, 3, 4, 5]) {
        const { workspace, read, insert } = await opened(Buffer.from(text, encoding), {
          durability: "none",
          history: false,
        });
        await read({ offset: 1, limit: 10 });
        expect((await insert(line, "é")).error).toBeUndefined();
        const lines = text.slice(1).split("\n").toSpliced(line, 0, "é");
        expect(workspace.bytes("a.txt").equals(Buffer.from(`\uFEFF${lines.join("\n")}`, encoding))).toBe(
          true,
        );
      }
    }
  });

  it("need the lines around the place to be seen as they are [ANT-33, ANT-34]", async () => {
    const lines = largeLines("\n");
    const { workspace, read, insert } = await opened(lines.join(""));
    expect(errorOf(await insert(5, "x")).code).toBe("FILE_NOT_READ");
    await read({ offset: 1, limit: 10 });
    expect(errorOf(await insert(99, "x")).data).toMatchObject({ missing: [{ from: 99, to: 100 }] });
    expect(errorOf(await insert(130_001, "x")).message).toContain("has 130,000 lines");
    workspace.write("a.txt", `${lines.join("")}more\n`);
    expect(errorOf(await insert(5, "x")).code).toBe("FILE_CHANGED_SINCE_READ");
  });
});
