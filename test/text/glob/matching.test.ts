import { describe, expect, it } from "vitest";
import { compileGlob, type GlobOptions } from "../../../src/text/glob/compile-glob.js";

function matches(pattern: string, path: string, options?: GlobOptions): boolean {
  const glob = compileGlob(pattern, options);
  if ("problem" in glob) throw new Error(glob.problem);
  return glob.matches(path);
}

/** What a glob matches of the paths it is held against, and what not. */
type Table = readonly (readonly [pattern: string, hits: readonly string[], misses: readonly string[]])[];

function proves(title: string, table: Table, options?: GlobOptions): void {
  it.each(table.map(([pattern, hits, misses]) => ({ pattern, hits, misses })))(
    `${title}: $pattern [GLOB-1]`,
    ({ pattern, hits, misses }) => {
      const paths = [...hits, ...misses];
      expect(paths.filter((path) => matches(pattern, path, options))).toEqual(hits);
    },
  );
}

describe("a glob", () => {
  proves("has stars that stay within a name", [
    ["*.ts", ["a.ts", ".ts", ".hidden.ts"], ["a.tsx", "src/a.ts", "a.ts/b"]],
    ["src/*", ["src/a", "src/.env"], ["src", "src/a/b", "lib/a"]],
    ["*/*", ["a/b"], ["a", "a/b/c"]],
    ["a*b*c", ["abc", "a1b2c", "abbcc"], ["ab", "acb", "a/bc"]],
    ["*", ["a", ".git", "é"], ["a/b"]],
  ]);

  proves("has two stars for folders when they are a whole segment", [
    ["**", ["a", "a/b/c", ".x/.y"], []],
    ["**/*.ts", ["a.ts", "b/a.ts", "b/c/a.ts"], ["a.js", "a.ts/b.js"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "ab", "b/a"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "a/b/c", "xa/b"]],
    ["**/a/**", ["a/b", "x/a/b", "x/y/a/b/c"], ["a", "x/a", "xa/b"]],
    ["**/**/a", ["a", "x/a", "x/y/a"], ["xa", "a/x"]],
    ["a**b", ["ab", "axxb"], ["a/b", "ax/b"]],
    ["a/**b", ["a/b", "a/xb"], ["a/x/b"]],
    ["**.ts", ["a.ts"], ["b/a.ts"]],
    ["***/a", ["x/a"], ["a", "x/y/a"]],
  ]);

  proves("has question marks for one character, whatever it is made of", [
    ["?", ["a", "é", "😀", "."], ["ab", "", "a/b"]],
    ["a?c", ["abc", "a😀c"], ["ac", "a/c", "abbc"]],
    ["😀?", ["😀😀", "😀a"], ["😀", "a😀"]],
  ]);

  proves("has classes", [
    ["[abc].ts", ["a.ts", "c.ts"], ["d.ts", "ab.ts", ".ts"]],
    ["[a-c]", ["a", "b", "c"], ["d", "-", "A"]],
    ["[!a-c]", ["d", "é", "😀", "-"], ["a", "b"]],
    ["[^a]", ["b", "^"], ["a"]],
    ["a[!b]c", ["axc"], ["abc", "a/c"]],
    ["a[.-0]c", ["a.c", "a0c"], ["a/c"]],
    ["[^/]*", ["abc"], ["a/b"]],
    ["[]a]", ["]", "a"], ["b", "]a]"]],
    ["[!]a]", ["b"], ["]", "a"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[\\]x]", ["]", "x"], ["\\"]],
    ["[z-a]", [], ["z", "a", "m", "-"]],
    ["[α-ω]", ["β"], ["a", "я"]],
    ["[😀-😂]", ["😁"], ["😃"]],
    ["[[:digit:]]", ["0", "7"], ["a", ":"]],
    ["[[:alpha:]_]*", ["a1", "Z", "_"], ["1a", "é"]],
    ["[![:space:]]", ["a"], [" ", "\t"]],
    ["[[:word:]-]", ["_", "-", "9", "q"], ["."]],
    ["[[:punct:]]", [".", "~", "@"], ["a", "/"]],
    ["[[:nope:]]", [":]", "n]", "[]"], ["x]", "n"]],
  ]);

  proves("has braces, nested, empty and with slashes", [
    ["*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.js", "a.{ts,tsx}", "a.t"]],
    ["{src,test}/**", ["src/a", "test/a/b"], ["lib/a", "src"]],
    ["a{,b}", ["a", "ab"], ["b"]],
    ["a{b,c{d,e}}f", ["abf", "acdf", "acef"], ["acf", "af"]],
    ["{a/b,c}/d", ["a/b/d", "c/d"], ["a/d", "b/d"]],
    ["{a/,}b", ["a/b", "b"], ["ab"]],
    ["{**,x}/a", ["a", "y/a", "y/z/a", "x/a"], ["b", "xa"]],
    ["a{/**,}", ["a", "a/b", "a/b/c"], ["ab"]],
    ["{**/,}a", ["a", "b/c/a"], ["xa"]],
    ["{*,a/**}.md", ["x.md", "a/x.md"], ["a/b/x.md", "b/x.md"]],
    ["{a,}/b", ["a/b", "b"], ["x/b"]],
    ["{,}", [], ["a"]],
    ["{[,],x}", [",", "x"], ["[", "]"]],
  ]);

  proves("takes for text what shells do", [
    ["{a}", ["{a}"], ["a"]],
    ["{}", ["{}"], [""]],
    ["{a{b,c}}", ["{ab}", "{ac}"], ["ab"]],
    ["{a,b", ["{a,b"], ["a", "b"]],
    ["{a,{b,c}", ["{a,b", "{a,c"], ["a", "b"]],
    ["a}b", ["a}b"], []],
    ["[a", ["[a"], ["a"]],
    ["[]", ["[]"], [""]],
    ["(a|b)", ["(a|b)"], ["a"]],
    ["@(a", ["@(a"], ["a"]],
    ["!(a", ["!(a"], ["b"]],
    ["{@(a,b}", ["@(a", "b"], ["a"]],
    ["a|b,c", ["a|b,c"], ["a"]],
    ["a\\", ["a\\"], ["a"]],
  ]);

  proves("has ranges of numbers and letters", [
    ["f{1..3}", ["f1", "f2", "f3"], ["f0", "f4", "f{1..3}"]],
    ["f{3..1}", ["f1", "f2", "f3"], ["f4"]],
    ["f{-1..1}", ["f-1", "f0", "f1"], ["f-2"]],
    ["f{08..11}", ["f08", "f09", "f10", "f11"], ["f8", "f12"]],
    ["f{-05..5}", ["f-05", "f-01", "f000", "f005"], ["f5", "f-5"]],
    ["f{0..10..5}", ["f0", "f5", "f10"], ["f1", "f15"]],
    ["f{a..c}", ["fa", "fb", "fc"], ["fd", "fA"]],
    ["f{a..e..2}", ["fa", "fc", "fe"], ["fb"]],
    ["f{1..}", ["f{1..}"], ["f1"]],
    ["f{aa..cc}", ["f{aa..cc}"], ["faa"]],
  ]);

  proves("has escapes", [
    ["\\*", ["*"], ["a", "\\*"]],
    ["a\\?", ["a?"], ["ab"]],
    ["\\[a]", ["[a]"], ["a"]],
    ["\\{a,b\\}", ["{a,b}"], ["a"]],
    ["{a\\,b,c}", ["a,b", "c"], ["a", "b"]],
    ["\\!a", ["!a"], ["a", "b"]],
    ["@(a\\|b)", ["a|b"], ["a"]],
    ["a\\/b", ["a/b"], ["ab"]],
    ["\\\\", ["\\"], [""]],
  ]);

  proves("has extended groups", [
    ["@(a|b).ts", ["a.ts", "b.ts"], [".ts", "ab.ts", "@(a|b).ts"]],
    ["a?(b)c", ["ac", "abc"], ["abbc"]],
    ["a*(b|c)d", ["ad", "abd", "abcbd"], ["axd"]],
    ["a+(b|c)d", ["abd", "accbd"], ["ad"]],
    ["!(a|b)", ["c", "ab", "aa"], ["a", "b", "c/d"]],
    ["!(*.test).ts", ["a.ts", "test.ts", "a.test.x.ts"], ["a.test.ts", "a.js", "b/a.ts"]],
    ["**/!(a*)", ["b", "a/b", "x/y"], ["a", "x/ab"]],
    ["a!(b)c", ["ac", "axc", "abbc"], ["abc", "a/c"]],
    ["!(!(a))", ["a"], ["b", "aa", ""]],
    ["!()", ["a"], [""]],
    ["@(a|@(b|c)d)", ["a", "bd", "cd"], ["d", "b"]],
    ["@({a,b}|c)", ["a", "b", "c"], ["{a", "b}"]],
    ["{@(a|b),c}", ["a", "b", "c"], ["@(a|b)"]],
    ["@(a/b|c)/d", ["a/b/d", "c/d"], ["a/d"]],
    ["*(a/)b", ["b", "a/b", "a/a/b"], ["ab", "a/a"]],
    ["@(**|x)/a", ["a", "y/z/a", "x/a"], ["ya"]],
    ["?(a)/b", ["a/b"], ["b"]],
    ["**(a)b", ["b", "aab", "xb"], ["c"]],
    ["+(a(b)c)", ["a(b)c", "a(b)ca(b)c"], ["abc"]],
  ]);

  proves("is negated by marks in front, back again by every second", [
    ["!a", ["b", "a/b"], ["a"]],
    ["!!a", ["a"], ["b"]],
    ["!!!a", ["b"], ["a"]],
    ["!**/*.ts", ["a.js"], ["a.ts", "b/a.ts"]],
    ["!!(a)", ["a"], ["b"]],
  ]);

  proves("is the same with ./ in front, with doubled slashes, and with a slash at the end for all below", [
    ["./a", ["a"], ["b", "x/a"]],
    ["././*.ts", ["a.ts"], ["b/a.ts"]],
    ["!./a", ["b"], ["a"]],
    ["{./a,./b}/*", ["a/x", "b/x"], ["x"]],
    ["./", ["a", "a/b"], []],
    ["a//b", ["a/b"], ["ab"]],
    ["/a", ["a"], ["b/a"]],
    ["src/", ["src/a", "src/a/b"], ["src", "x/src/a"]],
    ["**/src/", ["src/a", "x/src/a"], ["src", "x/src"]],
    ["{src/,x}", ["src/a", "x"], ["src", "x/a"]],
    ["", [], ["a", "a/b"]],
  ]);

  proves("stands at any depth when it is asked to", [["*.ts", ["a.ts", "b/c/a.ts"], ["a.js"]]], {
    atAnyDepth: true,
  });

  proves(
    "takes what is below a folder when it is asked to",
    [["a*/b", ["a/b", "ax/b/c/d"], ["a", "a/c/b"]]],
    {
      orBelow: true,
    },
  );
});
