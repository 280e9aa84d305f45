import { describe, expect, it } from "vitest";
import { compileGlobFilter, splitGlobList } from "../../../src/text/glob/glob-list.js";
import { findNameGlobs } from "../../../src/text/glob/name-globs.js";
import { splitStaticPrefix } from "../../../src/text/glob/static-prefix.js";

describe("the folders before the first wildcard", () => {
  it.each([
    ["/a/b c/**/*.ts", "/a/b c", "**/*.ts"],
    ["a/b/c.ts", "a/b", "c.ts"],
    ["c.ts", "", "c.ts"],
    ["*.ts", "", "*.ts"],
    ["**/a", "", "**/a"],
    ["/*.ts", "/", "*.ts"],
    ["/a", "/", "a"],
    ["/", "/", "**"],
    ["//a//b/*", "/a/b", "*"],
    ["src/", "src", "**"],
    ["src/a*/b", "src", "a*/b"],
    ["./src/*.ts", "src", "*.ts"],
    ["./*.ts", "", "*.ts"],
    ["./", "", "**"],
    ["../lib/*.ts", "../lib", "*.ts"],
    ["a/../b/*", "a/../b", "*"],
    ["a/*/../b", "a", "*/../b"],
    ["a\\*b/c d/[x].ts", "a*b/c d", "[x].ts"],
    ["a/\\*.ts", "a", "\\*.ts"],
    ["a/{b,c}/d", "a", "{b,c}/d"],
    ["{a,b}/c", "", "{a,b}/c"],
    ["a/{b}/*", "a/{b}", "*"],
    ["a/[b/*", "a/[b", "*"],
    ["a/!x*", "a", "./!x*"],
    ["a/{,b}", "a", "./{,b}"],
    ["a/?(b/)", "a", "./?(b/)"],
    ["a/!(x)", "a", "!(x)"],
    ["a/@(b|c)", "a", "@(b|c)"],
    ["!a/b/*", "", "!a/b/*"],
    ["", "", ""],
  ])("of %j are %j, and the rest is %j [GLOB-1]", (pattern, folder, rest) => {
    expect(splitStaticPrefix(pattern)).toEqual({ folder, rest });
  });
});

describe("the names that a glob can end in", () => {
  it.each<[string, readonly string[] | undefined]>([
    ["**/*.ts", ["*.ts"]],
    ["*.{ts,tsx}", ["*.ts", "*.tsx"]],
    ["src/**/{a,b}*.test.{ts,tsx}", ["a*.test.ts", "b*.test.ts", "a*.test.tsx", "b*.test.tsx"]],
    ["a/b/Makefile", ["Makefile"]],
    ["file?.txt", ["file*.txt"]],
    ["file[0-9]?.txt", ["file*.txt"]],
    ["a**b", ["a*b"]],
    ["{a/b,c}", ["b", "c"]],
    ["x{a/b,c}d", ["bd", "xcd"]],
    ["@(a|b).ts", ["a.ts", "b.ts"]],
    ["+(a|b).ts", ["*.ts"]],
    ["!(a).ts", ["*.ts"]],
    ["x*(a/b)c", ["x*c", "*c"]],
    ["f{1..3}", ["f1", "f2", "f3"]],
    ["f{1..1000}.c", ["f*.c"]],
    ["a\\*b\\?\\[\\{\\}\\\\.c", ["a[*]b[?][[][{][}][\\].c"]],
    ["a]b!c,d.ts", ["a]b!c,d.ts"]],
    ["a b.ts", ["a b.ts"]],
    ["{,a}", ["a"]],
    ["é\ufffd.ts", ["é*.ts"]],
    ["*", undefined],
    ["**", undefined],
    ["a/**", undefined],
    ["src/", undefined],
    ["{a,b/}", undefined],
    ["?", undefined],
    ["!(a)", undefined],
    ["!*.ts", undefined],
    ["a:b.ts", undefined],
    ["{*.ts,*}", undefined],
    ["a\0b", undefined],
    ["", undefined],
  ])("%j are those of %j [GLOB-3]", (pattern, names) => {
    expect(findNameGlobs(pattern)).toEqual(names);
  });
});

describe("the names of more alternatives than are written out", () => {
  it("have a star for the rest [GLOB-3]", () => {
    const sixBits = Array.from({ length: 64 }, (_, bits) => bits.toString(2).padStart(6, "0"));
    expect(findNameGlobs(`${"{0,1}".repeat(6)}.c`)?.toSorted()).toEqual(sixBits.map((name) => `${name}.c`));
    expect(findNameGlobs(`${"{0,1}".repeat(9)}.c`)?.toSorted()).toEqual(sixBits.map((name) => `${name}*.c`));
    expect(findNameGlobs(`a{${sixBits.join(",")},x}.c`)).toEqual(["a*.c"]);
  });
});

describe("a list of globs in one text", () => {
  it.each<[string, readonly string[]]>([
    ["*.ts", ["*.ts"]],
    ["*.ts, *.tsx", ["*.ts", "*.tsx"]],
    ["*.ts,*.tsx", ["*.ts", "*.tsx"]],
    ["*.ts *.tsx", ["*.ts", "*.tsx"]],
    ["  *.ts\n*.tsx, ", ["*.ts", "*.tsx"]],
    ["*.ts !a.ts", ["*.ts", "!a.ts"]],
    ["*.{ts,tsx} src/**", ["*.{ts,tsx}", "src/**"]],
    ["[a, b].ts *.c", ["[a, b].ts", "*.c"]],
    ["@(a, b).ts @(c)*", ["@(a, b).ts", "@(c)*"]],
    ["a\\ b*.ts *.c", ["a\\ b*.ts", "*.c"]],
    ["My File*.txt", ["My File*.txt"]],
    ["a,b.txt", ["a,b.txt"]],
    ["*.ts README.md", ["*.ts README.md"]],
    ["a\\*b *.ts", ["a\\*b *.ts"]],
    ["{a, b}", ["{a, b}"]],
    ["{a *.ts", ["{a", "*.ts"]],
    ["a.ts ", ["a.ts"]],
    ["", []],
    [" , ", []],
  ])("%j is %j [GLOB-4]", (text, globs) => {
    expect(splitGlobList(text)).toEqual(globs);
  });
});

describe("a filter of globs", () => {
  const paths = [
    "a.ts",
    "a.js",
    "src/a.ts",
    "src/b.test.ts",
    "src/deep/c.ts",
    "build/a.ts",
    "src/build/d.ts",
    "node_modules/x/a.ts",
  ];
  it.each<[readonly string[], readonly string[]]>([
    [[], paths],
    [["*.ts"], paths.filter((path) => path.endsWith(".ts"))],
    [["/*.ts"], ["a.ts"]],
    [["./*.ts"], ["a.ts"]],
    [["src/*.ts"], ["src/a.ts", "src/b.test.ts"]],
    [["build/"], ["build/a.ts", "src/build/d.ts"]],
    [["/build/"], ["build/a.ts"]],
    [["[^/].ts"], paths.filter((path) => /(?:^|\/).\.ts$/.test(path))],
    [
      ["*.js", "src/**"],
      ["a.js", "src/a.ts", "src/b.test.ts", "src/deep/c.ts", "src/build/d.ts"],
    ],
    [
      ["src/**", "!*.test.ts", "!build"],
      ["src/a.ts", "src/deep/c.ts"],
    ],
    [
      ["!src", "!node_modules/"],
      ["a.ts", "a.js", "build/a.ts"],
    ],
    [["!/build"], paths.filter((path) => !path.startsWith("build/"))],
    [["!src/deep"], paths.filter((path) => path !== "src/deep/c.ts")],
    [["!!*.js"], ["a.js"]],
    [["!(a).js"], []],
    [["!(a).ts"], ["src/b.test.ts", "src/deep/c.ts", "src/build/d.ts"]],
    [["src"], []],
    [["{src/a,a}.*"], ["a.ts", "a.js", "src/a.ts"]],
  ])("%j lets the right paths pass [GLOB-4]", (globs, passing) => {
    const filter = compileGlobFilter(globs);
    if ("problem" in filter) throw new Error(filter.problem);
    expect(paths.filter((path) => filter.matches(path))).toEqual(passing);
  });
});
