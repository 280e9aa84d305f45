import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/content/decode-text.js";
import { findDeclared } from "../../src/content/editorconfig.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { RealPath } from "../../src/fs/paths.js";
import { type Tree, tempWorkspace } from "../support/workspace.js";

const fileSystem = createNodeFileSystem();
const everything = (charset: string): string => `[*]\ncharset = ${charset}\n`;
const outermost = "root = true\n";

describe("the declared charset", () => {
  it.each<[string, Tree, string | undefined]>([
    ["the file's own folder", { "a/b/.editorconfig": everything("gbk") }, "gbk"],
    ["a folder above", { ".editorconfig": everything("gbk") }, "gbk"],
    [
      "the nearest folder that has one",
      { ".editorconfig": everything("big5"), "a/.editorconfig": everything("gbk") },
      "gbk",
    ],
    [
      "a folder above, when the nearer says nothing of this file",
      { ".editorconfig": everything("big5"), "a/.editorconfig": "[*.md]\ncharset = gbk\n" },
      "big5",
    ],
    ["a path below the folder", { ".editorconfig": "[a/b/*.txt]\ncharset = gbk\n" }, "gbk"],
    ["no path elsewhere", { ".editorconfig": `${outermost}[b/*.txt]\ncharset = gbk\n` }, undefined],
    [
      "nothing above a root",
      { ".editorconfig": everything("big5"), "a/.editorconfig": outermost },
      undefined,
    ],
    ["a link to a configuration", { real: everything("gbk"), "a/.editorconfig": { link: "../real" } }, "gbk"],
    ["no folder of that name", { "a/.editorconfig/x": "", ".editorconfig": everything("gbk") }, "gbk"],
    [
      "no configuration past 64 KB",
      { ".editorconfig": `${outermost}${everything("gbk")}${"#".repeat(65_536)}` },
      undefined,
    ],
    [
      "unset, and nothing above it",
      { ".editorconfig": everything("big5"), "a/.editorconfig": everything("unset") },
      undefined,
    ],
  ])("comes from %s [READ-11]", async (_, tree, charset) => {
    const path = tempWorkspace({ ".editorconfig": outermost, ...tree }).write("a/b/file.txt", "");
    expect(await findDeclared(fileSystem, path as RealPath, "charset")).toBe(charset);
  });
});

async function decode(tree: Tree, content: Uint8Array): Promise<{ text: string; encoding: object }> {
  const path = tempWorkspace({ ".editorconfig": outermost, ...tree }).write("file.txt", content);
  const { text, encoding } = await decodeText(content, path as RealPath, fileSystem);
  return { text, encoding };
}

describe("decoding a file", () => {
  it.each<[string, string, string, string]>([
    ["koi8-r", "koi8-r", "KOI8-R", "да"],
    ["gbk", "gb18030", "GB18030", "短"],
    ["windows-1251", "windows-1251", "windows-1251", "нет"],
  ])("goes by the project's %s where it fits [READ-11]", async (charset, label, name, text) => {
    const tree = { ".editorconfig": outermost + everything(charset) };
    expect(await decode(tree, iconv.encode(text, label))).toEqual({ text, encoding: { name, bomLength: 0 } });
  });

  it("does not go by it for what is UTF-8, or has a mark [READ-11]", async () => {
    const tree = { ".editorconfig": outermost + everything("gbk") };
    expect(await decode(tree, Buffer.from("grüße"))).toEqual({
      text: "grüße",
      encoding: { name: "UTF-8", bomLength: 0 },
    });
    expect(await decode(tree, Buffer.from("\ufeffgrüße", "utf16le"))).toEqual({
      text: "grüße",
      encoding: { name: "UTF-16LE", bomLength: 2 },
    });
  });

  it.each<[string, Uint8Array, string, string, number]>([
    ["nothing", Buffer.from(""), "", "UTF-8", 0],
    ["a UTF-8 mark, which is not shown", Buffer.from("\ufeffa\n"), "a\n", "UTF-8", 3],
    ["a UTF-32 mark, which is not shown", iconv.encode("\ufeffa😀", "utf-32be"), "a😀", "UTF-32BE", 4],
    ["a mark alone", Buffer.from("\ufeff", "utf16le"), "", "UTF-16LE", 2],
    ["a second mark, which is content", Buffer.from("\ufeff\ufeffa"), "\ufeffa", "UTF-8", 3],
    ["short Latin-1", Buffer.from("caf\xe9", "latin1"), "café", "Latin-1", 0],
  ])("reads %s [READ-11, READ-3]", async (_, content, text, name, bomLength) => {
    expect(await decode({}, content)).toMatchObject({ text, encoding: { name, bomLength } });
  });
});
