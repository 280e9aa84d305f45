import { mkdirSync, writeFileSync } from "node:fs";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { findByteNeedles, findLiterals } from "../../src/search/encodings/byte-needles.js";
import { textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function shown(files: TempWorkspace, input: object): Promise<string> {
  const result = await files.toolkit().call("Grep", input);
  return textOf(result).replaceAll(`${files.root}/`, "");
}

/** Files that would make any folder a large one. */
function fill(files: TempWorkspace): void {
  mkdirSync(files.path("many"));
  for (let index = 0; index < 2100; index += 1) writeFileSync(files.path(`many/${index}.txt`), "needle\n");
}

const chinese = "编码 needle 搜索测试，这是一个用来检测编码的句子。\n";

describe("Grep reads files of any encoding", () => {
  it.each([
    ["utf16le", "utf-16le", "needle 搜索 test\n"],
    ["utf16be", "utf-16be", "needle 搜索 test\n"],
    ["gb18030", "gb18030", chinese],
    ["big5", "big5", "編碼 needle 搜索測試，這是一個用來檢測編碼的句子。\n"],
    ["shift_jis", "cp932", "検索 needle のテストです。これは文字コードを調べるための文章です。\n"],
    ["euc-kr", "cp949", "검색 needle 시험입니다. 이것은 인코딩을 확인하기 위한 문장입니다.\n"],
    ["windows-1251", "windows-1251", "Поиск needle по файлам в старой кодировке, длинное предложение.\n"],
    ["latin1", "latin1", "Où est needle déjà caché à l'été, près du château ?\n"],
  ])("in a small folder: %s [GREP-10, SEARCH-5]", async (name, encoding, text) => {
    const files = tempWorkspace({
      [`${name}.txt`]: iconv.encode(`first\n${text}`, encoding),
      "z.txt": "needle\n",
    });
    const line = text.trimEnd();
    const word = /needle ([\u0080-\uffff]{2})/.exec(text)?.[1] ?? "Où";
    for (const pattern of ["needle", word]) {
      const content = await shown(files, {
        pattern,
        output_mode: "content",
        path: files.path(`${name}.txt`),
      });
      expect(content).toBe(`${name}.txt\n2:${line}`);
    }
    expect(await shown(files, { pattern: "needle", output_mode: "content" })).toBe(
      `In ${files.root}:\n${name}.txt\n2:${line}\n\nz.txt\n1:needle`,
    );
    expect(await shown(files, { pattern: word, output_mode: "count" })).toBe(
      `${name}.txt:1\n\nFound 1 match in 1 file`,
    );
    expect(await shown(files, { pattern: word })).toBe(`Found 1 file\n${name}.txt`);
    expect(await shown(files, { pattern: word, "-o": true, output_mode: "content" })).toBe(
      `${name}.txt\n2:${word}`,
    );
  });

  it("and UTF-16 with a mark, in a folder of any size [GREP-10]", async () => {
    const files = tempWorkspace({
      "le.txt": iconv.encode("ein Wörtchen\n", "utf-16le", { addBOM: true }),
      "be.txt": iconv.encode("ein Wörtchen\n", "utf-16be", { addBOM: true }),
      "marked.txt": "\ufeffein Wörtchen\n",
    });
    expect(await shown(files, { pattern: "^ein Wör", output_mode: "content" })).toBe(
      `In ${files.root}:\nbe.txt\n1:ein Wörtchen\n\nle.txt\n1:ein Wörtchen\n\nmarked.txt\n1:ein Wörtchen`,
    );
  });

  it("one GBK file among thousands, by what it says in any letters [GREP-10, SEARCH-5]", async () => {
    const files = tempWorkspace({ "old/gbk.txt": iconv.encode(chinese, "gbk") });
    fill(files);
    const line = `old/gbk.txt\n1:${chinese.trimEnd()}`;
    expect(await shown(files, { pattern: "needle", output_mode: "content", glob: "old/**" })).toBe(line);
    expect(await shown(files, { pattern: "搜索测试", output_mode: "content" })).toBe(line);
    expect(await shown(files, { pattern: "(搜索|nowhere)测", output_mode: "files_with_matches" })).toBe(
      "Found 1 file\nold/gbk.txt",
    );
    expect(await shown(files, { pattern: "needle" })).toContain("Found 2,101 files");
  });

  it("leaves out odd files that are ignored or not asked for [GREP-10, SEARCH-3]", async () => {
    const files = tempWorkspace({
      ".ignore": "left-out.txt\n",
      "left-out.txt": iconv.encode("needle\n", "utf-16le"),
      "other.md": iconv.encode("needle\n", "utf-16le"),
      "found.txt": iconv.encode("needle\n", "utf-16le"),
    });
    expect(await shown(files, { pattern: "needle", glob: "*.txt" })).toBe("Found 1 file\nfound.txt");
    expect(await shown(files, { pattern: "needle", type: "md" })).toBe("Found 1 file\nother.md");
  });

  it("pages through plain and odd files in one order [GREP-3, GREP-10]", async () => {
    const files = tempWorkspace({
      "a.txt": "needle 1\nneedle 2\n",
      "b.txt": iconv.encode("needle 3\nneedle 4\n", "utf-16be"),
      "c.txt": "needle 5\n",
      "d.txt": iconv.encode("needle 6\n", "utf-16le"),
    });
    const numbers: string[] = [];
    for (let offset = 0; offset < 6; offset += 1) {
      const page = await shown(files, { pattern: "needle", output_mode: "content", head_limit: 1, offset });
      numbers.push(/needle (\d)/.exec(page)?.[1] ?? "none");
      expect(page.includes("There are more")).toBe(offset < 5);
    }
    expect(numbers.join("")).toBe("123456");
  });
});

describe("The parts of a pattern that stand for themselves", () => {
  it.each([
    ["搜索", ["搜索"]],
    ["foo", ["foo"]],
    ["foo.*longer", ["longer"]],
    ["a\\.b", ["a.b"]],
    ["colou?r", ["colo"]],
    ["colou+r", ["colou"]],
    ["[abc]def", ["def"]],
    ["[]x]def", ["def"]],
    ["(?i)foo", ["foo"]],
    ["\\bword\\d{2,3}", ["word"]],
    ["one|two", ["one", "two"]],
    ["é", ["é"]],
    ["x", []],
    ["\\w+", []],
    ["\\x{4e2d}文", ["文"]],
    ["文{2}字", ["字"]],
    ["", []],
  ])("of %s [GREP-10]", (pattern, literals) => {
    expect(findLiterals(pattern)).toEqual(literals);
  });

  it("become bytes that ripgrep takes for nothing else [GREP-10]", async () => {
    expect(await findByteNeedles("ab", false)).toEqual([
      "(?-u:\\x61\\x00\\x62\\x00)",
      "(?-u:\\x00\\x61\\x00\\x62)",
    ]);
    const needles = await findByteNeedles("中", true);
    expect(needles).toContain("(?i-u:\\xd6\\xd0)");
    expect(needles).toContain("(?i-u:\\xa4\\xa4)");
    expect(new Set(needles).size).toBe(needles.length);
  });
});
