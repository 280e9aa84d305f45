/** None of these would end if time or memory grew with what a glob can be read as; that the tests end is the proof. */
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../../src/text/glob/compile-glob.js";
import { compileGlobFilter, splitGlobList } from "../../../src/text/glob/glob-list.js";
import { findNameGlobs } from "../../../src/text/glob/name-globs.js";
import { splitStaticPrefix } from "../../../src/text/glob/static-prefix.js";

function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern);
  if ("problem" in glob) throw new Error(glob.problem);
  return glob.matches(path);
}

const problemOf = (pattern: string): string | undefined => {
  const glob = compileGlob(pattern);
  return "problem" in glob ? glob.problem : undefined;
};

const deep = (open: string, close: string, levels: number): string =>
  open.repeat(levels) + close.repeat(levels);

describe("a hostile glob", () => {
  it.each([
    ["braces", "{a,b}".repeat(30), "ab".repeat(15), "ab".repeat(15) + "c"],
    ["braces of different lengths", "{a,aa,aaa}".repeat(100), "a".repeat(150), "a".repeat(301)],
    ["stars", `${"*a".repeat(1000)}b`, `${"a".repeat(2000)}b`, "a".repeat(4000)],
    ["folders", `${"**/".repeat(1000)}b`, "a/".repeat(2000) + "b", "a/".repeat(2000) + "c"],
    ["folders between names", `${"**/a/".repeat(500)}b`, "a/".repeat(999) + "b", "a/".repeat(2000) + "c"],
    ["nested groups", `${deep("+(a|aa|", ")", 100)}b`, "a".repeat(2000) + "b", "a".repeat(4000)],
    ["optional groups", "?(a)".repeat(900), "a".repeat(900), "a".repeat(901)],
    ["nested braces", deep("{a,b", "}", 800), "b".repeat(10) + "a", "c"],
    ["nested exclusions", `${"!(".repeat(500)}a${")".repeat(500)}`, "a", "b"],
    ["many exclusions", "!(ab|ba)".repeat(100), "ab".repeat(300), "ab/ba"],
    ["groups that cross folders", `${deep("*(a/|", ")", 100)}b`, "a/".repeat(500) + "b", "a/".repeat(500)],
  ])("of %s is matched in bounded time [GLOB-2]", (_, pattern, hit, miss) => {
    expect([matches(pattern, hit), matches(pattern, miss)]).toEqual([true, false]);
  });

  it("that has more states than are kept is still right when they are made anew [GLOB-2]", () => {
    // Which of the last twelve characters were an a: 4096 states, of which some hundred are held.
    const glob = compileGlob(`*a${"?".repeat(11)}`);
    if ("problem" in glob) throw new Error(glob.problem);
    const names = Array.from({ length: 4096 }, (_, bits) =>
      bits.toString(2).padStart(12, "0").replaceAll("0", "b").replaceAll("1", "a"),
    );
    const text = names.join("");
    const expected = [...names, text].map((name) => name.at(-12) === "a");
    expect([...names, text].map((name) => glob.matches(name))).toEqual(expected);
    expect([...names, text].map((name) => glob.matches(name))).toEqual(expected);
  });

  it.each([
    ["too long", "a".repeat(4097), "it has 4,097 characters, and 4,096 is the limit"],
    [
      "a range of millions",
      "{1..999999999999999}",
      "it is too large; write fewer alternatives, or several globs",
    ],
    ["many ranges", "{1..900}".repeat(20), "it is too large; write fewer alternatives, or several globs"],
    [
      "an exclusion with too many states",
      `!(*a${"?".repeat(40)})`,
      "what it excludes by !(…) is too complex; write fewer alternatives there",
    ],
  ])("that is %s is refused [GLOB-2]", (_, pattern, problem) => {
    expect(problemOf(pattern)).toBe(problem);
  });

  it.each([
    ["the longest of plain characters", "a".repeat(4096)],
    [
      "the longest of other characters",
      Array.from({ length: 4096 }, (_, at) => String.fromCharCode(0x4e00 + at)).join(""),
    ],
    ["braces that are never closed", "{a,".repeat(1365)],
    ["brackets that are never closed", "[".repeat(4095) + "x"],
    ["closers that nothing opened", "})".repeat(2048)],
    ["groups that are never closed", "@(".repeat(2048)],
  ])("that is %s is a glob of that text [GLOB-2]", (_, text) => {
    expect([matches(text, text), matches(text, `${text}x`)]).toEqual([true, false]);
  });

  it.each([
    ["braces", "{a,b}".repeat(800)],
    ["braces and stars", "{a,b}x*".repeat(500)],
    ["nested braces with slashes", deep("{a/b,c", "}", 600)],
    ["nested groups", deep("@(a|", ")", 1000)],
    ["a range of millions", "{1..999999999999999}"],
    ["braces that are never closed", "{a,".repeat(1365)],
    ["brackets that are never closed", "[".repeat(4096)],
    ["a million characters", "a".repeat(1_000_000)],
    ["a million brackets", "{".repeat(1_000_000)],
  ])("of %s is taken apart in bounded time [GLOB-2]", (_, pattern) => {
    expect(findNameGlobs(pattern)?.length ?? 0).toBeLessThanOrEqual(64);
    expect(splitStaticPrefix(pattern)).toEqual({ folder: "", rest: pattern });
    expect(splitGlobList(pattern).join("")).toMatch(/./);
  });

  it("in a list is refused with the whole list, and so are too many [GLOB-2, GLOB-4]", () => {
    expect(compileGlobFilter(["*.ts", "{1..999999}"])).toEqual({
      problem: "it is too large; write fewer alternatives, or several globs",
    });
    expect(compileGlobFilter(["a".repeat(5000)])).toEqual({
      problem: "it has 5,000 characters, and 4,096 is the limit",
    });
    expect(compileGlobFilter(Array.from({ length: 1000 }, () => "*.ts"))).toEqual({
      problem: "it is a list of 1,000, and 256 is the limit",
    });
  });
});
