import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { EncodingName } from "../../src/text/codec.js";
import { detectLegacyEncoding, findPlainEncoding } from "../../src/text/detect-encoding.js";

const chinese =
  "软件是一系列按照特定顺序组织的计算机数据和指令的集合。\n一般来讲软件被划分为系统软件、应用软件和介于这两者之间的中间件。\n";
const traditional =
  "軟體是一系列按照特定順序組織的電腦資料和指令，是電腦中的非有形部分。\n電腦中的有形部分稱為硬體，由電腦的外殼及各零件及電路所組成。\n";
const japanese =
  "これは日本語の文章です。ソフトウェアは、コンピューターの分野でハードウェアと対比される用語です。\n何らかの処理を行うプログラムや、それに関連する文書などを指します。\n";
const korean =
  "소프트웨어는 컴퓨터에게 동작 방법을 지시하는 명령어 집합의 모임이다.\n하드웨어와 함께 컴퓨터를 구성하는 요소이며 물리적이지 않은 부분을 말한다.\n";
const russian =
  "Программное обеспечение — программа или множество программ, используемых для управления компьютером.\nСовокупность программ системы обработки информации и программных документов.\n";
const german = "Die Größe der Bäume überrascht: fünf Meter höher als die alte Mühle.\n";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("an encoding that shows at once", () => {
  it.each<[string, Uint8Array, EncodingName, number]>([
    ["nothing", bytes(""), "UTF-8", 0],
    ["ASCII", bytes("plain\n"), "UTF-8", 0],
    ["UTF-8", Buffer.from("grüße 漢字 😀"), "UTF-8", 0],
    ["UTF-8 with a mark", Buffer.from("\ufeffa"), "UTF-8", 3],
    ["UTF-16LE with a mark", Buffer.from("\ufeff漢字", "utf16le"), "UTF-16LE", 2],
    ["UTF-16BE with a mark", Buffer.from("\ufeff漢字", "utf16le").swap16(), "UTF-16BE", 2],
    ["UTF-32LE with a mark", iconv.encode("\ufeffa", "utf-32le"), "UTF-32LE", 4],
    ["UTF-32BE with a mark", iconv.encode("\ufeffa", "utf-32be"), "UTF-32BE", 4],
    ["UTF-16LE by its pattern", Buffer.from("plain words\r\n".repeat(4), "utf16le"), "UTF-16LE", 0],
    ["UTF-16BE by its pattern", Buffer.from("plain words\r\n".repeat(4), "utf16le").swap16(), "UTF-16BE", 0],
    ["UTF-16LE with accents", Buffer.from(german, "utf16le"), "UTF-16LE", 0],
  ])("is found for %s [READ-11]", (_, content, name, bomLength) => {
    expect(findPlainEncoding(content)).toEqual({ name, bomLength });
  });

  it.each<[string, Uint8Array]>([
    ["Latin-1", bytes("caf\xe9")],
    ["GBK", iconv.encode(chinese, "gbk")],
    ["UTF-8 cut short", Buffer.from("é").subarray(0, 1)],
    ["an overlong form", bytes("\xc0\xaf")],
    ["an encoded surrogate", bytes("\xed\xa0\x80")],
  ])("is not claimed for %s [READ-11]", (_, content) => {
    expect(findPlainEncoding(content)).toBeUndefined();
  });
});

describe("an encoding that has to be detected", () => {
  it.each<[EncodingName, string, string]>([
    ["GB18030", "gb18030", chinese],
    ["GB18030", "gbk", chinese],
    ["GB18030", "gb18030", `${chinese}𠮷\n`],
    ["Big5", "big5", traditional],
    ["Shift_JIS", "cp932", japanese],
    ["EUC-JP", "euc-jp", japanese],
    ["EUC-KR", "euc-kr", korean],
    ["windows-1251", "windows-1251", russian],
    ["KOI8-R", "koi8-r", russian.replaceAll("—", "-")],
  ])("is %s for text in %s [READ-11]", async (name, label, text) => {
    expect(await detectLegacyEncoding(iconv.encode(text, label), undefined)).toEqual({ name, bomLength: 0 });
  });

  it.each<[EncodingName, string, string]>([
    ["windows-1252", "windows-1252", `“Smart quotes” – and dashes… ${german}`],
    ["Latin-1", "latin1", "café\n"],
    ["Latin-1", "latin1", "é"],
    ["Latin-1", "latin1", german],
    // Little text: what is taken for Chinese is Japanese.
    ["GB18030", "euc-jp", "# 設定\nx=1\n"],
  ])("is %s for text in %s, with a doubt [READ-11, SAFE-157]", async (name, label, text) => {
    const found = await detectLegacyEncoding(iconv.encode(text, label), undefined);
    expect(found).toEqual({ name, bomLength: 0, doubt: "guessed" });
  });

  it("is found in bytes far from the start [READ-11]", async () => {
    const content = Buffer.concat([Buffer.alloc(200_000, "plain\n"), iconv.encode(chinese, "gbk")]);
    expect(await detectLegacyEncoding(content, undefined)).toEqual({ name: "GB18030", bomLength: 0 });
  });

  it("is found among pages of code [READ-11]", async () => {
    const code = "export function total(items) {\n  return items.length;\n}\n".repeat(200);
    const content = iconv.encode(`${code}// ${chinese.replace("\n", "")}\n${code}`, "gbk");
    expect(await detectLegacyEncoding(content, undefined)).toEqual({ name: "GB18030", bomLength: 0 });
  });

  it.each([0, 1, 2, 3])("is found in one long line shifted by %d bytes [READ-11]", async (shift) => {
    const line = "x".repeat(shift) + chinese.replaceAll("\n", "").repeat(1500);
    const content = iconv.encode(line, "gbk");
    expect(await detectLegacyEncoding(content, undefined)).toEqual({ name: "GB18030", bomLength: 0 });
  });

  it.each([
    ["Chinese", chinese],
    ["German", german],
    ["Russian", russian],
    ["two letters", "Größe\n"],
    ["a letter after many lines", `${"plain\n".repeat(50_000)}ü`],
  ])("is UTF-8 for UTF-8 with an invalid byte in %s [READ-11, SAFE-154]", async (_, text) => {
    const content = Buffer.concat([Buffer.from(text), bytes("\xff"), Buffer.from(text)]);
    expect(await detectLegacyEncoding(content, undefined)).toEqual({
      name: "UTF-8",
      bomLength: 0,
      isDamaged: true,
    });
  });

  it.each([
    ["GBK", iconv.encode("联通", "gbk")],
    ["GBK with a character of one high byte", iconv.encode("联丂", "gbk")],
    ["windows-1252", iconv.encode("„MENÜ“", "windows-1252")],
    ["windows-1251", iconv.encode("«СЛОВО Т»", "windows-1251")],
    ["EUC-KR", iconv.encode("리스트 트", "euc-kr")],
  ])("is not UTF-8 for a few letters in %s [SAFE-154]", async (_, content) => {
    const found = findPlainEncoding(content) ?? (await detectLegacyEncoding(content, undefined));
    expect(found).not.toHaveProperty("isDamaged");
  });
});

describe("an encoding that the project declares", () => {
  it.each<[string, Uint8Array, EncodingName]>([
    ["koi8-r", bytes("\xd0\xcf\xcb\xc1"), "KOI8-R"],
    ["windows-1251", bytes("caf\xe9"), "windows-1251"],
    ["gbk", iconv.encode("短", "gbk"), "GB18030"],
    ["latin1", iconv.encode(chinese, "gbk"), "Latin-1"],
    ["utf-16le", Buffer.from(chinese, "utf16le"), "UTF-16LE"],
    ["utf-16be", Buffer.from(chinese.repeat(800), "utf16le").swap16(), "UTF-16BE"],
    ["utf-16le", Buffer.from(chinese.repeat(800), "utf16le"), "UTF-16LE"],
  ])("as %s is believed where the bytes read as that [READ-11]", async (declared, content, name) => {
    expect(await detectLegacyEncoding(content, declared)).toEqual({ name, bomLength: 0 });
  });

  it.each<[string, Uint8Array, EncodingName]>([
    ["utf-8", iconv.encode(chinese, "gbk"), "GB18030"],
    ["shift_jis", iconv.encode(russian, "windows-1251"), "windows-1251"],
    ["gbk", bytes("caf\xe9"), "Latin-1"],
    ["utf-16le", bytes("caf\xe9\xe8"), "Latin-1"],
    ["nonsense", bytes("caf\xe9"), "Latin-1"],
  ])("as %s is not believed where they do not [READ-11]", async (declared, content, name) => {
    expect(await detectLegacyEncoding(content, declared)).toMatchObject({ name, bomLength: 0 });
  });
});
