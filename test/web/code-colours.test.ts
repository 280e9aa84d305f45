import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks } from "../../src/text/diff/hunks.js";
import { splitLines } from "../../src/text/diff/split-lines.js";
import { findColouring } from "../../web/src/parts/code/languages.js";
import type { DiffLine, HunkPart } from "../../web/src/parts/diff/diff-lines-of-hunk.js";
import { HunkColours } from "../../web/src/parts/diff/hunk-colours.js";
import { readHunks } from "../../web/src/parts/diff/rows.js";
import type { ColourSpan } from "../../web/src/parts/diff/segments.js";

/** The coloured pieces of each line. */
function colour(name: string, text: string): readonly (readonly string[])[] {
  const colouring = findColouring(name);
  let state = 0;
  return text.split("\n").map((line) => {
    const scanned = colouring?.scan(line, state) ?? { spans: [], state: 0 };
    state = scanned.state;
    return scanned.spans.map(({ from, to, colour }) => `${colour}:${line.slice(from, to)}`);
  });
}

const partsOf = (before: string, after: string): readonly HunkPart[] =>
  readHunks(createHunks(splitLines(before), splitLines(after)))[0] ?? [];

const linesOf = (parts: readonly HunkPart[]): readonly DiffLine[] =>
  parts.flatMap((part) => (part.kind === "same" ? part.lines : [...part.removed, ...part.added]));

describe("the colours of code", () => {
  it.each([
    {
      name: "/w/app/main.ts",
      text: 'const size = sum("a\\"b", 0x1f); // done',
      spans: [["keyword:const", "function:sum", 'string:"a\\"b"', "number:0x1f", "comment:// done"]],
    },
    {
      name: "main.ts",
      text: "a /* one\ntwo */ b `x\ny` c",
      spans: [["comment:/* one"], ["comment:two */", "string:`x"], ["string:y`"]],
    },
    {
      name: "main.js",
      text: "x = /a[/]b/.test(y / 2)",
      spans: [["string:/a[/]b/", "function:test", "number:2"]],
    },
    {
      name: "app.py",
      text: '@cached\ndef load(self):\n    """One\n    two"""\n    return None # no',
      spans: [
        ["function:@cached"],
        ["keyword:def", "function:load", "keyword:self"],
        ['string:"""One'],
        ['string:    two"""'],
        ["keyword:return", "keyword:None", "comment:# no"],
      ],
    },
    {
      name: "lib.rs",
      text: "fn first<'a>(c: char) -> &'a str { 'x' }",
      spans: [["keyword:fn", "keyword:char", "keyword:str", "string:'x'"]],
    },
    {
      name: "a.json",
      text: '{ "a": "b", "c": 1.5e-3 }',
      spans: [['property:"a"', 'string:"b"', 'property:"c"', "number:1.5e-3"]],
    },
    { name: "ci.yml", text: "name: it's # a test", spans: [["property:name", "comment:# a test"]] },
    {
      name: "Dockerfile",
      text: "FROM node:20 # base",
      spans: [["keyword:FROM", "number:20", "comment:# base"]],
    },
    {
      name: "q.sql",
      text: "select 'a' FROM t -- all",
      spans: [["keyword:select", "string:'a'", "keyword:FROM", "comment:-- all"]],
    },
    {
      name: "page.html",
      text: '<a href="x\ny"> text <!-- no\n--> &lt;',
      spans: [
        ["keyword:<a", "property:href", 'string:"x'],
        ['string:y"', "keyword:>", "comment:<!-- no"],
        ["comment:-->"],
      ],
    },
    {
      name: "README.md",
      text: "# Title\n- use `it`\n```sh\n# no title\n```",
      spans: [
        ["keyword:# Title"],
        ["keyword:-", "string:`it`"],
        ["keyword:```sh"],
        ["string:# no title"],
        ["keyword:```"],
      ],
    },
    { name: "notes.txt", text: "const plain = 1", spans: [[]] },
  ])("go by the name of the file: $name $text [WEB-25]", ({ name, text, spans }) => {
    expect(colour(name, text)).toEqual(spans);
  });

  it("of a hunk that begins within a comment are those of a comment [WEB-25]", () => {
    const above = Array.from({ length: 9 }, (_, at) => ` * line ${at}\n`).join("");
    const before = `/**\n${above} * last\n */\nconst a = 1;\n`;
    const parts = partsOf(before, before.replace("last", "the end"));
    const colouring = findColouring("a.ts");
    if (colouring === undefined) throw new Error("TypeScript has no colours.");
    const colours = new HunkColours(parts, colouring);
    const shown = linesOf(parts).map((line) =>
      colours.spansOf(line, () => false)?.map((span) => span.colour),
    );
    expect(shown).toEqual([
      ["comment"],
      ["comment"],
      ["comment"],
      ["comment"],
      ["comment"],
      ["comment"],
      ["keyword", "number"],
    ]);
  });

  it("are not mistaken for a comment's where a pattern of paths looks like its end [WEB-25]", () => {
    const parts = partsOf('a = ["x",\n"**/*.ts",\n1]\n', 'a = ["y",\n"**/*.ts",\n1]\n');
    const colouring = findColouring("a.ts");
    const colours = colouring === undefined ? undefined : new HunkColours(parts, colouring);
    const first = linesOf(parts)[0];
    expect(first && colours?.spansOf(first, () => false)).toEqual([{ from: 5, to: 8, colour: "string" }]);
  });
});

const PIECES = [
  "'",
  '"',
  "`",
  "/",
  "*",
  "#",
  "-",
  "<",
  ">",
  "!",
  "=",
  "a",
  "b",
  "1",
  ".",
  " ",
  "\\",
  "[",
].concat(["(", "{", ":", "$", "@", "<!--", "-->", '"""', "[[", "]]", "/*", "*/", "漢", "😀"]);

const NAMES = [
  "a.ts",
  "a.py",
  "a.rs",
  "a.go",
  "a.c",
  "a.java",
  "a.rb",
  "a.lua",
  "a.sh",
  "a.yml",
  "a.toml",
  "a.css",
].concat(["a.html", "a.md", "a.sql", "a.json", "a.php", "a.swift"]);

describe("the work of colouring", () => {
  it("comes to an end on lines made to hang it, in every language [WEB-26]", () => {
    const hostile = ["<a" + "  b".repeat(330), "a".repeat(300) + " ".repeat(690), "\\'".repeat(500)]
      .concat(["/".repeat(999), "'".repeat(999), "`${".repeat(333), "/*/".repeat(333), "(".repeat(999)])
      .concat(["=/[".repeat(333), "<!-".repeat(333), "1e-".repeat(333), "\u202e".repeat(999)]);
    for (const name of NAMES) {
      for (const line of hostile) {
        const [spans] = colour(name, line);
        expect(spans?.length).toBeLessThanOrEqual(line.length);
      }
    }
  });

  it("yields spans in order and apart, whatever the text [WEB-26]", () => {
    const line = fc.array(fc.constantFrom(...PIECES), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), line, fc.integer({ min: 0, max: 4 }), (name, pieces, state) => {
        const text = pieces.join("");
        const spans = findColouring(name)?.scan(text, state).spans ?? [];
        let last = 0;
        for (const { from, to } of spans) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThan(from);
          last = to;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it("can be broken off after any line and gives the same [WEB-26]", () => {
    const parts = partsOf("", "/* a\nb */\nconst c = `\nd` + 1;\n// e\n");
    const lines = linesOf(parts);
    const colouring = findColouring("a.ts");
    if (colouring === undefined) throw new Error("TypeScript has no colours.");
    const whole = new HunkColours(parts, colouring);
    const sliced = new HunkColours(parts, colouring);
    const lookAtLast = (): readonly ColourSpan[] | undefined => {
      // Time for one line, and no more.
      let left = 1;
      const last = lines.at(-1);
      return last && sliced.spansOf(last, () => left-- <= 0);
    };
    const looks = lines.map(lookAtLast);
    expect(looks.map((spans) => spans !== undefined)).toEqual([false, false, false, false, true]);
    for (const line of lines) {
      expect(sliced.spansOf(line, () => true)).toEqual(whole.spansOf(line, () => false));
    }
  });

  it("leaves lines plain that are too long to be written by hand, and goes on behind them [WEB-26]", () => {
    const parts = partsOf("", `const a = 1;\n${"const b = 2; ".repeat(100)}\nconst c = 3;\n`);
    const colouring = findColouring("a.ts");
    const colours = colouring === undefined ? undefined : new HunkColours(parts, colouring);
    const counts = linesOf(parts).map((line) => colours?.spansOf(line, () => false)?.length);
    expect(counts).toEqual([2, 0, 2]);
  });
});
