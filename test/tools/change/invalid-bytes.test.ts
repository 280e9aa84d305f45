/** UTF-8 files with a few invalid bytes: shown as U+FFFD, kept as they are, and never written as anything else. */
import { describe, expect, it } from "vitest";
import { insertTool } from "../../../src/tools/insert/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

/** A text in UTF-8, with each `<xx>` the byte of that number. */
function bytesOf(text: string): Buffer {
  const parts = text.split(/<([0-9a-f]{2})>/);
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 0 ? "utf8" : "hex")));
}

const FILE = "größe: 1\nname: M<fc>ller\nende: ü\n";

async function prepare(content: string) {
  const workspace = tempWorkspace({ "a.txt": bytesOf(content) });
  const toolkit = workspace.editor();
  const file_path = workspace.path("a.txt");
  const read = await toolkit.call("Read", { file_path, offset: 1, limit: 2000 });
  const edit = (old_string: string, new_string: string, more: object = {}) =>
    toolkit.call("Edit", { file_path, old_string, new_string, ...more });
  return { workspace, toolkit, file_path, read, edit };
}

describe("A UTF-8 file with an invalid byte", () => {
  it("is shown as UTF-8, with U+FFFD for the byte [SAFE-155]", async () => {
    const { read } = await prepare(FILE);
    expect(textOf(read)).toBe(
      "     1→größe: 1\n     2→name: M\ufffdller\n     3→ende: ü\n[Some bytes are not valid UTF-8: each is shown as \ufffd and stays unless you replace it.]",
    );
    expect(read.output).toMatchObject({ file: { content: "größe: 1\nname: M\ufffdller\nende: ü\n" } });
  });

  it.each([
    ["new letters before it", "größe: 1", "größe: ½ – 日本", "größe: ½ – 日本\nname: M<fc>ller\nende: ü\n"],
    ["new letters after it", "ende: ü", "ende: ß😀", "größe: 1\nname: M<fc>ller\nende: ß😀\n"],
    [
      "both strings around it",
      "name: M\ufffdller",
      "name: M\ufffdllerß",
      "größe: 1\nname: M<fc>llerß\nende: ü\n",
    ],
    [
      "a shared end around it",
      "name: M\ufffdller\nende",
      "näme: M\ufffdller\nende",
      "größe: 1\nnäme: M<fc>ller\nende: ü\n",
    ],
    ["the letter that is meant", "M\ufffdller", "Müller", "größe: 1\nname: Müller\nende: ü\n"],
    ["a deleted line", "name: M\ufffdller\n", "", "größe: 1\nende: ü\n"],
  ])("is edited as UTF-8: %s [SAFE-155]", async (_, old, fresh, expected) => {
    const { workspace, edit } = await prepare(FILE);
    expect((await edit(old, fresh)).isError).toBe(false);
    expect(workspace.bytes("a.txt").equals(bytesOf(expected))).toBe(true);
  });

  it("keeps its mark and its bytes [SAFE-155]", async () => {
    const { workspace, edit } = await prepare(`\ufeffa<ff><c3>b\nc\n`);
    expect((await edit("c", "ç")).isError).toBe(false);
    expect(workspace.bytes("a.txt").equals(bytesOf(`\ufeffa<ff><c3>b\nç\n`))).toBe(true);
  });

  it.each([
    ["between changes", "name: M\ufffdller", "Name: M\ufffdllers"],
    ["moved", "M\ufffdller", "ller\ufffdM"],
    ["written twice", "M\ufffdl", "M\ufffd\ufffd\ufffdx"],
  ])("refuses an Edit that would write U+FFFD over it: %s [SAFE-156]", async (_, old, fresh) => {
    const { workspace, edit } = await prepare(FILE);
    const stamp = workspace.stamp("a.txt");
    const error = errorOf(await edit(old, fresh));
    expect(error.code).toBe("NOT_ENCODABLE");
    expect(error.message).toContain("bytes that are not characters, shown as \ufffd");
    expect(workspace.stamp("a.txt")).toEqual(stamp);
  });

  it("counts its bytes and real U+FFFD alike when it looks for a text [SAFE-156]", async () => {
    const { edit } = await prepare("äöü\nx\ufffdy\nx<e9>y\n");
    expect(errorOf(await edit("x\ufffdy", "z")).code).toBe("MATCH_NOT_UNIQUE");
  });

  it("takes a whole new content without U+FFFD, and refuses one with it [SAFE-156]", async () => {
    const { workspace, toolkit, file_path } = await prepare(FILE);
    const refused = await toolkit.call("Write", { file_path, content: "größe: 2\nname: M\ufffdller\n" });
    expect(errorOf(refused).code).toBe("NOT_ENCODABLE");
    expect(workspace.bytes("a.txt").equals(bytesOf(FILE))).toBe(true);
    expect((await toolkit.call("Write", { file_path, content: "größe: 日\n" })).isError).toBe(false);
    expect(workspace.read("a.txt")).toBe("größe: 日\n");
  });

  it("refuses halves of pairs in new text, though they stand for bytes inside [SAFE-156]", async () => {
    const { workspace, edit } = await prepare(FILE);
    expect(errorOf(await edit("ende", "ende\udcfc")).code).toBe("NOT_ENCODABLE");
    expect(workspace.bytes("a.txt").equals(bytesOf(FILE))).toBe(true);
  });

  it("gets inserted lines in UTF-8 [SAFE-155]", async () => {
    const { workspace, toolkit, file_path } = await prepare(FILE);
    const input = { file_path, insert_line: 2, insert_text: "straße" };
    expect((await toolkit.callUnlisted(insertTool, input)).isError).toBe(false);
    expect(workspace.bytes("a.txt").equals(bytesOf(FILE.replace("ende", "straße\nende")))).toBe(true);
  });

  it("is undone and redone byte by byte [SAFE-155]", async () => {
    const { workspace, toolkit, edit } = await prepare(FILE);
    await edit("größe", "straße");
    await toolkit.history.undo();
    expect(workspace.bytes("a.txt").equals(bytesOf(FILE))).toBe(true);
    await toolkit.history.redo();
    expect(workspace.bytes("a.txt").equals(bytesOf(FILE.replace("größe", "straße")))).toBe(true);
  });

  it.each([
    ["after all letters", (row: string) => `${row.repeat(70_000)}x<ff>y\nlast: 1\n`],
    ["before most of them", (row: string) => `ä\nx<ff>y\n${row.repeat(70_000)}last: 1\n`],
    ["cutting its end short", (row: string) => `x<ff>y\n${row.repeat(70_000)}last: 1\n<e2><82>`],
  ])("is edited as UTF-8 where it is large: %s [SAFE-155]", async (_, make) => {
    const content = make(`${"plain text ".repeat(6)}größe\n`);
    const { workspace, toolkit, file_path, edit } = await prepare(content);
    const lines = content.split("\n").length;
    const read = await toolkit.call("Read", { file_path, offset: lines - 4, limit: 5 });
    expect(textOf(read)).toContain("größe\n");
    expect((await edit("last: 1", "last: ß日")).output).toMatchObject({ originalFile: null });
    await toolkit.call("Read", { file_path, offset: 1, limit: 5 });
    const found = await edit("x\ufffdy", "x\ufffdz");
    expect(found.isError).toBe(false);
    const expected = content.replace("last: 1", "last: ß日").replace("<ff>y", "<ff>z");
    expect(workspace.bytes("a.txt").equals(bytesOf(expected))).toBe(true);
  });

  it("is searched as UTF-8 [SAFE-155]", async () => {
    const { toolkit, file_path } = await prepare(FILE);
    const found = await toolkit.call("Grep", {
      pattern: "größe|ller",
      path: file_path,
      output_mode: "content",
    });
    expect(textOf(found)).toContain("größe: 1");
    expect(textOf(found)).toContain("name: M\ufffdller");
  });

  it("is reviewed as it is shown, and what a person leaves alone stays [SAFE-155, SAFE-156]", async () => {
    const workspace = tempWorkspace({ "a.txt": bytesOf(FILE) });
    let content = (after: string): string => after.replace("größe", "straße");
    const toolkit = workspace.toolkit({
      onAsk: ({ change }) => ({ answer: "allow", content: content(change?.after ?? "") }),
    });
    const file_path = workspace.path("a.txt");
    await toolkit.call("Read", { file_path });
    await toolkit.call("Edit", { file_path, old_string: "größe: 1", new_string: "größe: 2" });
    const expected = bytesOf(FILE.replace("größe: 1", "straße: 2"));
    expect(workspace.bytes("a.txt").equals(expected)).toBe(true);
    content = (after) => after.replace("straße", "größe").replace("ende", "Ende");
    await toolkit.call("Read", { file_path });
    const refused = await toolkit.call("Edit", { file_path, old_string: "straße: 2", new_string: "x" });
    expect(errorOf(refused).code).toBe("NOT_ENCODABLE");
    expect(workspace.bytes("a.txt").equals(expected)).toBe(true);
  });
});
