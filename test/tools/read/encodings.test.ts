import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const chinese = "第一行：文件引擎\n第二行：读取、写入、编辑\n";
const japanese = "これは日本語のテキストです。\n二行目もあります。\n";
const view = (text: string): string =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line, index) => `     ${index + 1}→${line}`)
    .join("\n");

describe("Read decodes", () => {
  it.each<[string, Uint8Array, string, string | undefined]>([
    ["UTF-8", Buffer.from(chinese), chinese, undefined],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${chinese}`), chinese, undefined],
    ["UTF-16LE with a mark", Buffer.from(`\ufeff${chinese}`, "utf16le"), chinese, "UTF-16LE"],
    ["UTF-16BE with a mark", Buffer.from(`\ufeff${chinese}`, "utf16le").swap16(), chinese, "UTF-16BE"],
    ["UTF-16LE without", Buffer.from("plain words\nmore\n", "utf16le"), "plain words\nmore\n", "UTF-16LE"],
    [
      "UTF-16BE without",
      Buffer.from("plain words\nmore\n", "utf16le").swap16(),
      "plain words\nmore\n",
      "UTF-16BE",
    ],
    ["UTF-32LE", iconv.encode(`\ufeff${japanese}`, "utf-32le"), japanese, "UTF-32LE"],
    ["GBK", iconv.encode(chinese, "gbk"), chinese, "GB18030"],
    ["Shift-JIS", iconv.encode(japanese, "shift_jis"), japanese, "Shift_JIS"],
    ["EUC-JP", iconv.encode(japanese, "euc-jp"), japanese, "EUC-JP"],
    [
      "Big5",
      iconv.encode("這是一個測試編碼的文本檔案。\n第二行也有。\n", "big5"),
      "這是一個測試編碼的文本檔案。\n第二行也有。\n",
      "Big5",
    ],
    [
      "windows-1251",
      iconv.encode("Это русский текст для проверки кодировки.\n", "windows-1251"),
      "Это русский текст для проверки кодировки.\n",
      "windows-1251",
    ],
  ])("%s, and names it when it is not UTF-8 [READ-11]", async (_name, bytes, text, encoding) => {
    const files = tempWorkspace({ "a.txt": bytes });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    const note = encoding === undefined ? "" : `\n[Encoding ${encoding}.]`;
    expect(textOf(result)).toBe(view(text) + note);
    expect(result.output).toMatchObject({ file: { content: text } });
    expect((result.output as { file: { encoding?: string } }).file.encoding).toBe(encoding);
  });

  it.each<[string, Uint8Array, string, string]>([
    ["Latin-1", Buffer.from("caf\u00e9\n", "latin1"), "caf\u00e9\n", "Latin-1"],
    ["bytes of no encoding", Buffer.from("68c3a96cffff6f0a", "hex"), "hÃ©lÿÿo\n", "Latin-1"],
    ["windows-1252", iconv.encode("it’s “fine”\n", "windows-1252"), "it’s “fine”\n", "windows-1252"],
  ])("%s by a guess, and says so [READ-11, SAFE-157]", async (_name, bytes, text, encoding) => {
    const files = tempWorkspace({ "a.txt": bytes });
    const result = await files.toolkit().call("Read", { file_path: files.path("a.txt") });
    const note = `[Encoding ${encoding} (a guess: only ASCII and characters that the file has can be written).]`;
    expect(textOf(result)).toBe(`${view(text)}\n${note}`);
    expect(result.output).toMatchObject({ file: { content: text, encoding } });
  });

  it("believes .editorconfig before a detector, but not against the bytes [READ-11]", async () => {
    const files = tempWorkspace({
      ".editorconfig":
        "root = true\n[*.txt]\ncharset = latin1\n[legacy/**]\ncharset = koi8-r\n[*.bad]\ncharset = utf-8\n",
      "a.txt": Buffer.from("c4e5ede8f1\n".replace("\n", "0a"), "hex"),
      "legacy/b.md": iconv.encode("Привет\n", "koi8-r"),
      "c.bad": Buffer.from("e90a", "hex"),
    });
    const toolkit = files.toolkit();
    expect(textOf(await toolkit.call("Read", { file_path: files.path("a.txt") }))).toContain(
      "[Encoding Latin-1.]",
    );
    expect(textOf(await toolkit.call("Read", { file_path: files.path("legacy/b.md") }))).toBe(
      "     1→Привет\n[Encoding KOI8-R.]",
    );
    expect(textOf(await toolkit.call("Read", { file_path: files.path("c.bad") }))).toContain(
      "[Encoding Latin-1 (a guess: ",
    );
  });

  it("decodes slices of large files in any of them, alike in every slice [READ-11, READ-15]", async () => {
    const line = (index: number): string => `${index}: 读取、写入、编辑 ${"x".repeat(40)}\n`;
    const text = Array.from({ length: 20_000 }, (_, index) => line(index + 1)).join("");
    const files = tempWorkspace({
      "gbk.txt": iconv.encode(text, "gbk"),
      "wide.txt": Buffer.from(`\ufeff${text}`, "utf16le"),
      "big-endian.txt": Buffer.from(text, "utf16le").swap16(),
      "marked.txt": Buffer.from(`\ufeff${text}`),
      "late.txt": iconv.encode(`${"ascii only\n".repeat(60_000)}${text}`, "gbk"),
    });
    const toolkit = files.toolkit();
    for (const [name, first] of [
      ["gbk.txt", 0],
      ["wide.txt", 0],
      ["big-endian.txt", 0],
      ["marked.txt", 0],
      ["late.txt", 60_000],
    ] as const) {
      for (const start of [1, 9_999, 20_000]) {
        const range = { offset: first + start, limit: 1 };
        const result = await toolkit.call("Read", { file_path: files.path(name), ...range });
        expect(result.output).toMatchObject({ file: { content: line(start), totalLines: first + 20_000 } });
      }
    }
  });
});
