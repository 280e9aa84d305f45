import { describe, expect, it } from "vitest";
import { findProperty, parseEditorConfig } from "../../src/text/editorconfig.js";

const lines = (...parts: string[]): string => parts.join("\n");

describe("parsing .editorconfig", () => {
  it("finds root and the charset of each section, comments and other keys left out [READ-11]", () => {
    const text = lines(
      "# charset = big5",
      "; root = false",
      "ROOT = True",
      "charset = latin1",
      "",
      "[*]",
      "indent_style = space",
      "  Charset  =  UTF-8  ",
      "nonsense",
      "[*.{a,b}]",
      "# charset = big5",
      "trim_trailing_whitespace = FALSE",
      "[lib/**]",
      "charset=gbk",
      "Trim_Trailing_Whitespace=true",
      "root = false",
    );
    const parsed = {
      root: true,
      sections: [
        { pattern: "*", properties: new Map([["charset", "utf-8"]]) },
        { pattern: "*.{a,b}", properties: new Map([["trim_trailing_whitespace", "false"]]) },
        {
          pattern: "lib/**",
          properties: new Map([
            ["charset", "gbk"],
            ["trim_trailing_whitespace", "true"],
          ]),
        },
      ],
    };
    expect(parseEditorConfig(text)).toEqual(parsed);
    expect(parseEditorConfig(text.replaceAll("\n", "\r\n"))).toEqual(parsed);
    expect(parseEditorConfig(`\ufeff${text}`)).toEqual(parsed);
  });

  it.each([
    ["", false],
    ["root = false", false],
    ["root = yes", false],
    ["[*]\nroot = true", false],
    ["root=true", true],
  ])("of %j says root: %s [READ-11]", (text, root) => {
    expect(parseEditorConfig(text).root).toBe(root);
  });
});

describe("the charset of a file", () => {
  it.each([
    ["*", "deep/down/file.txt", true],
    ["*", ".hidden", true],
    ["*.txt", "deep/down/file.txt", true],
    ["*.txt", "file.md", false],
    ["*.{a,b}", "x/y.b", true],
    ["*.{a,b}", "x/y.c", false],
    ["{package.json,*.yml}", "sub/package.json", true],
    ["{package.json,*.yml}", "sub/ci.yml", true],
    ["{package.json,*.yml}", "sub/other.json", false],
    ["/root.txt", "root.txt", true],
    ["/root.txt", "sub/root.txt", false],
    ["src/*.c", "src/main.c", true],
    ["src/*.c", "src/sub/main.c", false],
    ["src/**/*.c", "src/sub/deep/main.c", true],
    ["src/**", "src/sub/deep/main.c", true],
    ["lib/**.js", "lib/sub/deep/main.js", true],
    ["lib/**.js", "lib/main.js", true],
    ["{src,lib}/*.c", "lib/main.c", true],
    ["file?.txt", "file1.txt", true],
    ["file?.txt", "file12.txt", false],
    ["[abc].txt", "sub/b.txt", true],
    ["[!abc].txt", "d.txt", true],
    ["[!abc].txt", "a.txt", false],
    ["file{1..3}.txt", "file2.txt", true],
    ["file{1..3}.txt", "file4.txt", false],
    ["Makefile", "sub/Makefile", true],
    ["Makefile", "sub/makefile", false],
  ])("under [%s] is given to %s: %s [READ-11]", (pattern, path, matches) => {
    const config = parseEditorConfig(lines(`[${pattern}]`, "charset = gbk"));
    expect(findProperty(config, path, "charset")).toBe(matches ? "gbk" : undefined);
  });

  it.each([
    ["a.txt", "latin1"],
    ["a.cn", "gbk"],
    ["old/a.cn", "big5"],
    ["old/a.none", "unset"],
    ["old/a.txt", "latin1"],
  ])("of %s is the last that matches: %s [READ-11]", (path, charset) => {
    const config = parseEditorConfig(
      lines(
        "[*]",
        "charset = latin1",
        "[*.cn]",
        "charset = gbk",
        "[old/*.cn]",
        "charset = big5",
        "[*.cn]",
        "indent_size = 2",
        "[*.none]",
        "charset = unset",
      ),
    );
    expect(findProperty(config, path, "charset")).toBe(charset);
  });

  it.each([
    ["nested braces", "*.{a,{b,c}}", "x.c", true],
    ["an empty choice", "file{,.bak}", "file", true],
    ["a brace without a comma", "{file}", "{file}", true],
    ["a brace that is not closed", "file{a,b", "file{a,b", true],
    ["a bracket that is not closed", "file[a", "file[a", true],
    ["an order that makes no sense", "[z-a].txt", "b.txt", false],
    ["characters that mean something elsewhere", "a+(b)|c$^.txt", "a+(b)|c$^.txt", true],
    ["a dot, which is only a dot", "a.txt", "abtxt", false],
    ["numbers that go down", "file{3..1}.txt", "file2.txt", true],
    ["numbers below zero", "file{-2..2}.txt", "file-1.txt", true],
  ])("under a section with %s is still told [READ-11]", (_, pattern, path, matches) => {
    const config = parseEditorConfig(lines(`[${pattern}]`, "charset = gbk"));
    expect(findProperty(config, path, "charset")).toBe(matches ? "gbk" : undefined);
  });

  // Matching by backtracking would multiply the time by each wildcard: a hostile project could stop the process.
  it.each(["*a", "**a", "{a,aa}*"])(
    "under a section of many %s is told at once [READ-11]",
    { timeout: 5000 },
    (part) => {
      const config = parseEditorConfig(
        lines(`[${part.repeat(part === "{a,aa}*" ? 6 : 8)}b]`, "charset = gbk"),
      );
      expect(findProperty(config, "a".repeat(54), "charset")).toBeUndefined();
    },
  );
});
