/** Lines that are long, odd or in other encodings: shown around their match, decoded, and never in pieces of characters. */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

async function grepLines(files: TempWorkspace, input: object): Promise<string[]> {
  const result = await files.toolkit().call("Grep", { pattern: "needle", output_mode: "content", ...input });
  return (result.output?.content ?? textOf(result)).split("\n");
}

describe("A long line", () => {
  it.each([
    [5_000_000, 0],
    [5_000_000, 400_000],
    [5_000_000, 4_999_994],
    [50_000_000, 25_000_000],
  ])("of %i bytes is shown around its match behind byte %i [GREP-4]", async (length, before) => {
    const files = tempWorkspace({
      "long.txt": `${"a".repeat(before)}needle${"b".repeat(length - before - 6)}\nnext needle\n`,
    });
    const [name, long = "", next, ...rest] = await grepLines(files, {});
    expect([name, next, rest]).toEqual([files.path("long.txt"), "2:next needle", []]);
    expect(long).toMatch(/^1:…?a*needleb*…?(?: \[match at byte [\d,]+ of this line\])?$/);
    expect(long.replace(/ \[match.*$/, "").length).toBeLessThanOrEqual(504);
    expect(long.replace(/ \[match.*$/, "").length).toBeGreaterThan(400);
    if (before > 0)
      expect(long).toContain(`[match at byte ${(before + 1).toLocaleString("en")} of this line]`);
    expect(await grepLines(files, { "-o": true })).toEqual([files.path("long.txt"), "1:needle", "2:needle"]);
  });

  it("is quoted at every length around the one where ripgrep cuts it [GREP-4]", async () => {
    const files = tempWorkspace();
    const names: string[] = [];
    for (const ending of ["\n", "\r\n", ""]) {
      for (let length = 1990; length <= 2010; length += 1) {
        for (const filler of ["a", "ä"]) {
          const name = `line-${length}-${ending.length}-${filler === "a" ? 1 : 2}.txt`;
          names.push(name);
          files.write(name, `${filler.repeat((length - 6) / Buffer.byteLength(filler))}needle${ending}`);
        }
      }
    }
    const lines = await grepLines(files, {});
    expect(lines[0]).toBe(`In ${files.root}:`);
    expect(lines.filter((line) => line.endsWith(".txt"))).toEqual(names.toSorted());
    expect(
      lines.filter((line) => /^1:…[aä]+needle \[match at byte [\d,]+ of this line\]$/.test(line)).length,
    ).toBe(names.length);
    expect(lines.join("\n")).not.toContain("changed");
  });

  it("is cut between characters, never inside one [GREP-4]", async () => {
    const family = "👨‍👩‍👧‍👦";
    const files = tempWorkspace();
    for (let shift = 0; shift < 12; shift += 1) {
      const [before, behind] = ["x".repeat(shift), family.repeat(400)];
      files.write(`emoji-${shift}.txt`, `${behind}${before}needle${before}${behind}\n`);
      files.write(`accents-${shift}.txt`, `${before}${"e\u0301".repeat(3000)}needle${"界".repeat(3000)}\n`);
    }
    for (const line of (await grepLines(files, {})).filter((each) => each.startsWith("1:"))) {
      expect(line).toContain("needle");
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toContain("\ufffd");
    }
  });

  it("of context is shown from its beginning [GREP-4]", async () => {
    const files = tempWorkspace({ "a.txt": `start${"x".repeat(100_000)}\nneedle\n` });
    const [, context = "", match] = await grepLines(files, { "-B": 1 });
    expect(context).toMatch(/^1-startx{495}…$/);
    expect(match).toBe("2:needle");
  });

  it("by the hundred thousand is no trouble [SEARCH-11]", async () => {
    const files = tempWorkspace({ "a.txt": "needle\n".repeat(200_000) });
    const toolkit = files.toolkit();
    const all = await toolkit.call("Grep", { pattern: "needle", output_mode: "content", head_limit: 0 });
    expect(all.output).toMatchObject({ numLines: 200_000, filenames: [files.path("a.txt")] });
    const last = await toolkit.call("Grep", { pattern: "needle", output_mode: "content", offset: 199_999 });
    expect(textOf(last)).toContain("\n200000:needle\n");
    const count = await toolkit.call("Grep", { pattern: "needle", output_mode: "count" });
    expect(count.output?.numMatches).toBe(200_000);
  });

  it("does not make a pattern with nested repetitions run away [SEARCH-11]", async () => {
    const files = tempWorkspace({ "a.txt": `${"a".repeat(1_000_000)}b\n` });
    for (const pattern of ["(a+)+$", "(a|aa)+$", "(.*)*c$", "(a*)*(a*)*$"]) {
      const result = await files.toolkit().call("Grep", { pattern, output_mode: "count" });
      expect(result.error).toBeUndefined();
      expect(result.output?.timedOut).toBeUndefined();
    }
  });
});

describe("A file in another encoding", () => {
  it.each([
    ["gb18030", "中文内容，这是一个测试文件 needle 你好世界，欢迎使用"],
    ["shift_jis", "日本語のテキスト needle テスト文章です。これはファイル"],
    ["windows-1252", "café naïve needle déjà vu à la carte"],
  ])("%s is found by ASCII and shown decoded [SEARCH-5]", async (encoding, line) => {
    const files = tempWorkspace({ "a.txt": iconv.encode(`${line}\r\n`.repeat(6), encoding) });
    const lines = Array.from({ length: 6 }, (_, index) => `${index + 1}:${line}`);
    expect(await grepLines(files, {})).toEqual([files.path("a.txt"), ...lines]);
    expect(await grepLines(files, { path: files.path("a.txt") })).toEqual([files.path("a.txt"), ...lines]);
  });

  it.each(["utf-16le", "utf-16be"])("%s with a mark is searched as text [SEARCH-5]", async (encoding) => {
    const text = "héllo needle 世界\r\nzwei needle\r\n";
    const files = tempWorkspace({ "a.txt": iconv.encode(text, encoding, { addBOM: true }) });
    expect(await grepLines(files, {})).toEqual([files.path("a.txt"), "1:héllo needle 世界", "2:zwei needle"]);
    expect(await grepLines(files, { pattern: "^zwei needle$" })).toEqual([
      files.path("a.txt"),
      "2:zwei needle",
    ]);
    expect(await grepLines(files, { pattern: "世界$" })).toEqual([
      files.path("a.txt"),
      "1:héllo needle 世界",
    ]);
  });

  it("that is none at all does not stop a search, and its lines are shown as they can be [SEARCH-5]", async () => {
    const broken = Buffer.from("n\xff\xfe needle \x80\n", "latin1");
    const files = tempWorkspace({ "a.txt": "needle\n", "b.txt": broken, "c.txt": "needle\n" });
    const lines = await grepLines(files, {});
    expect(lines.filter((line) => line.includes("needle")).length).toBe(3);
  });

  it("with Windows line endings ends its lines before them [SEARCH-5]", async () => {
    const files = tempWorkspace({ "a.txt": "one needle\r\nneedle two\r\n" });
    expect(await grepLines(files, { pattern: "needle$" })).toEqual([files.path("a.txt"), "1:one needle"]);
    expect(await grepLines(files, { pattern: "needle two$", "-o": true })).toEqual([
      files.path("a.txt"),
      "2:needle two",
    ]);
  });

  it("in hundreds of files with long paths is searched in all of them [SEARCH-5, SEARCH-11]", async () => {
    const files = tempWorkspace();
    const folder = Array.from({ length: 6 }, () => "d".repeat(250)).join("/");
    for (let index = 0; index < 1200; index += 1)
      files.write(
        `${folder}/${"f".repeat(200)}${index}`,
        Buffer.from("d\xe9j\xe0 vu \xe0 c\xf4t\xe9 needle\n", "latin1"),
      );
    const result = await files
      .toolkit()
      .call("Grep", { pattern: "déjà", output_mode: "count", head_limit: 1 });
    expect(result.output).toMatchObject({ totalFiles: 1200, numMatches: 1200 });
  });
});
