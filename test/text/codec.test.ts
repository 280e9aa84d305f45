import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { findEncodingName, loadCodec } from "../../src/text/codec.js";

const russian = "Съешь же ещё этих мягких булок";

describe("an encoding's name", () => {
  it.each([
    ["utf-8", "UTF-8"],
    ["UTF8", "UTF-8"],
    ["utf-8-bom", "UTF-8"],
    ["ascii", "UTF-8"],
    ["latin1", "Latin-1"],
    ["ISO-8859-1", "Latin-1"],
    ["utf-16le", "UTF-16LE"],
    ["utf-16be", "UTF-16BE"],
    ["GB2312", "GB18030"],
    ["gbk", "GB18030"],
    ["Shift-JIS", "Shift_JIS"],
    ["SHIFT_JIS", "Shift_JIS"],
    ["windows-31j", "Shift_JIS"],
    ["CP949", "EUC-KR"],
    ["Big5", "Big5"],
    ["TIS-620", "windows-874"],
    ["cp1251", "windows-1251"],
    ["Windows-1252", "windows-1252"],
    ["KOI8-R", "KOI8-R"],
    ["", undefined],
    ["unset", undefined],
    ["ebcdic", undefined],
    ["constructor", undefined],
  ])("for the label %j is %s [READ-11]", (label, name) => {
    expect(findEncodingName(label)).toBe(name);
  });
});

describe("a codec", () => {
  it.each([
    ["GB18030", "gb18030", "中文与 €, 𠮷 和 ㆐"],
    ["Big5", "big5hkscs", "繁體中文與香港字"],
    ["Shift_JIS", "cp932", "日本語ｶﾅ①㈱"],
    ["EUC-JP", "euc-jp", "日本語テキスト"],
    ["EUC-KR", "cp949", "한국어 똠방각하"],
    ["windows-1251", "windows-1251", russian],
    ["windows-1252", "windows-1252", "“Größe” – 5 €"],
    ["KOI8-R", "koi8-r", russian],
    ["UTF-32LE", "utf-32le", "a漢😀"],
    ["UTF-32BE", "utf-32be", "a漢😀"],
  ] as const)("for %s reads and writes what iconv does [READ-11]", async (name, label, text) => {
    const codec = await loadCodec(name);
    const encoded = iconv.encode(text, label);
    expect(Buffer.from(codec.encode(text))).toEqual(encoded);
    expect(codec.decode(encoded)).toBe(text);
    expect(codec.decode(new Uint8Array(encoded))).toBe(text);
  });

  it.each(["UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"] as const)(
    "for %s leaves a mark to its caller [READ-11]",
    async (name) => {
      const codec = await loadCodec(name);
      expect(codec.decode(codec.encode("\ufeffa"))).toBe("\ufeffa");
    },
  );

  it("reads only the part of a buffer that it is given [READ-11]", async () => {
    const bytes = new Uint8Array([0x61, 0x00, 0x62, 0x00, 0x63, 0x00]);
    const codec = await loadCodec("UTF-16LE");
    expect(codec.decode(bytes.subarray(2, 4))).toBe("b");
    const swapped = await loadCodec("UTF-16BE");
    expect(swapped.decode(bytes.subarray(1, 5))).toBe("bc");
    expect(bytes).toEqual(new Uint8Array([0x61, 0x00, 0x62, 0x00, 0x63, 0x00]));
  });
});
