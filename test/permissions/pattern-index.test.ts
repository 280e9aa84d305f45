/** The index of patterns finds what a plain matcher finds that tries one pattern after the other. */
import * as fc from "fast-check";
import ignore, { type Ignore } from "ignore";
import { describe, expect, it } from "vitest";
import { createMatchBudget, MAX_MATCH_WORK } from "../../src/permissions/match-budget.js";
import { parsePattern } from "../../src/permissions/parse-pattern.js";
import { type Spelling, spellPath } from "../../src/permissions/path-letters.js";
import { PatternIndex } from "../../src/permissions/pattern-index.js";
import { spellPattern } from "../../src/permissions/spell-pattern.js";

interface Line {
  readonly text: string;
  readonly isNegative: boolean;
}

/** Tries all patterns in turn, each as a regular expression. */
function createPlain(lines: readonly Line[], spelling: Spelling): (path: string) => number | undefined {
  const matcher: Ignore = ignore({ ignoreCase: spelling !== "exact" });
  for (const [index, { text, isNegative }] of lines.entries()) {
    const pattern = parsePattern(text);
    if (pattern === undefined || pattern.segments.length === 0) continue;
    const names = spellPattern(pattern, spelling, false).names.map((name) =>
      name === "**" ? name : name.map(({ source }) => source).join(""),
    );
    const source = `/${names.join("/")}`.replace(/ $/, "[ ]") + (pattern.isForFolders ? "/" : "");
    matcher.add({ pattern: isNegative ? `!${source}` : source, mark: String(index) });
  }
  return (path) => {
    const { rule } = matcher.test(path);
    return rule === undefined ? undefined : Number(rule.mark);
  };
}

function createIndex(lines: readonly Line[], spelling: Spelling): PatternIndex {
  const index = new PatternIndex({ spelling, isWindows: false });
  for (const { text, isNegative } of lines) {
    const pattern = parsePattern(text);
    // Keeps the numbers of the lines.
    const isUsed = pattern !== undefined && pattern.segments.length > 0;
    index.add(
      isUsed ? pattern : { segments: [[{ kind: "text", text: "\0" }]], isForFolders: false },
      isNegative,
    );
  }
  return index;
}

const letter = fc.constantFrom(
  "a",
  "b",
  "B",
  ".",
  " ",
  "é",
  "ß",
  "s",
  "\u0301",
  "😀",
  "\n",
  "-",
  "\\",
  "[",
  "k",
  "\u212a",
);
const name = fc
  .array(letter, { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(""))
  .filter((text) => text !== "." && text !== "..");
const wild = fc.constantFrom(
  "*",
  "?",
  "[ab]",
  "[!a]",
  "[a-z]",
  "[[:alpha:]]",
  "[]a]",
  "[z-a]",
  "[😀]",
  "**",
  "[^B]",
  "\\*",
  "[\n]",
);
const patternName = fc.oneof(
  { weight: 2, arbitrary: name.filter((text) => !/[\\[]/.test(text)) },
  { weight: 1, arbitrary: fc.constantFrom("**", "*") },
  {
    weight: 3,
    arbitrary: fc.array(fc.oneof(letter, wild), { minLength: 1, maxLength: 5 }).map((some) => some.join("")),
  },
);
const line: fc.Arbitrary<Line> = fc.record({
  text: fc
    .tuple(fc.array(patternName, { minLength: 1, maxLength: 4 }), fc.constantFrom("", "", "", "/"))
    .map(([names, end]) => names.join("/") + end),
  isNegative: fc.constantFrom(false, false, false, true),
});
const path = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 5 }), fc.constantFrom("", "", "/"))
  .map(([names, end]) => names.join("/") + end);

describe("The index of patterns", () => {
  it("finds exactly what trying them one by one finds [HOST-154]", () => {
    let matches = 0;
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.array(path, { minLength: 1, maxLength: 12 }),
        fc.constantFrom<Spelling>("guarding", "folding", "exact"),
        (lines, paths, spelling) => {
          const plain = createPlain(lines, spelling);
          const index = createIndex(lines, spelling);
          for (const given of paths) {
            const isFolder = given.endsWith("/");
            const spelled = spellPath(isFolder ? given.slice(0, -1) : given, spelling, false);
            const asked = isFolder ? `${spelled}/` : spelled;
            const expected = plain(asked);
            expect([lines, asked, index.find(asked)]).toEqual([lines, asked, expected]);
            if (expected !== undefined) matches += 1;
          }
        },
      ),
      { numRuns: 3000 },
    );
    expect(matches).toBeGreaterThan(1000);
  });

  it.each([
    ["names", (number: number) => `secret-${number}.txt`],
    ["paths", (number: number) => `src/module${number}/**`],
    ["endings", (number: number) => `**/*.kind${number}`],
    ["beginnings", (number: number) => `**/kind${number}-*`],
    ["names within names", (number: number) => `**/*kind${number}*`],
  ])(
    "does far less than a hundred times the work for a hundred times as many %s [HOST-154]",
    (_, patternOf) => {
      const workOf = (count: number): number => {
        const lines = Array.from({ length: count }, (__, number) => ({
          text: patternOf(number),
          isNegative: false,
        }));
        const index = createIndex(lines, "guarding");
        for (let number = 0; number < 1000; number += 1)
          index.find(`src/components/feature${number % 97}/file${number}.ts`);
        return index.work;
      };
      expect(workOf(10_000)).toBeLessThanOrEqual(workOf(100) * 10);
    },
  );

  it("does work in proportion to the length of a path [HOST-154]", () => {
    const lines = ["**/a/**/a/**/z", "**/a*/**/*a/**/z", "a/**"].map((text) => ({ text, isNegative: false }));
    const workOf = (depth: number): number => {
      const index = createIndex(lines.slice(0, 2), "guarding");
      index.find(`${"a/".repeat(depth)}end`);
      return index.work;
    };
    expect(workOf(1600)).toBeLessThanOrEqual(workOf(100) * 17);
  });

  it("compares a name with a pattern of many stars without going back [HOST-154]", () => {
    const lines = [{ text: `${"*a".repeat(100)}b`, isNegative: false }];
    expect(createIndex(lines, "guarding").find("a".repeat(250))).toBeUndefined();
    expect(createIndex(lines, "guarding").find(`${"a".repeat(250)}b`)).toBe(0);
  });

  it("compares a name only as far as there is a bound, whatever the patterns [HOST-155]", () => {
    const letters = Array.from("bcdefghijklmnopqrstuvwxyz0123456789");
    const lines = letters.flatMap((one) =>
      letters.map((two) => ({ text: `*${"a".repeat(110)}[${one}${two}]*`, isNegative: false })),
    );
    const index = createIndex(lines, "guarding");
    expect(index.find("a".repeat(250))).toBe("unknown");
    expect(index.work).toBeLessThan(MAX_MATCH_WORK * 2);
    expect(index.find(`${"a".repeat(110)}-`)).toBe("unknown");
    expect(index.find("a".repeat(109))).toBeUndefined();
  });

  it("charges a path the same whether or not parts of it are cached [HOST-155]", () => {
    const lines = ["**/a*/**/*b/**/[c-e]*/z", "**/a*/*b/c", "a*/**"].map((text) => ({
      text,
      isNegative: false,
    }));
    const index = createIndex(lines.slice(0, 2), "guarding");
    const costOf = (of: string): number => {
      const budget = createMatchBudget();
      index.find(of, budget);
      return MAX_MATCH_WORK - budget.left;
    };
    const deep = `${"ab/".repeat(40)}end`;
    const first = costOf(deep);
    const work = index.work;
    expect(costOf(deep)).toBe(first);
    expect(costOf(`${"ab/".repeat(40)}dne`)).toBe(first);
    // The folder was cached all the same.
    expect(index.work - work).toBeLessThan(first / 10);
    expect(index.find(deep, { left: first - 1 })).toBe("unknown");
    expect(index.find(deep, { left: first })).toBeUndefined();
  });

  it("gives up on a path that too many patterns fit, and says so [HOST-155]", () => {
    const parts = ["a*", "*a", "?*", "*?", "*a*", "a", "*"];
    const lines = parts.flatMap((one) =>
      parts.flatMap((two) =>
        parts.flatMap((three) =>
          parts.map((four) => ({ text: `**/${one}/**/${two}/**/${three}/${four}/z`, isNegative: false })),
        ),
      ),
    );
    const index = createIndex(lines, "guarding");
    expect(index.find("a/a/a/a/z")).toBe(lines.length - 1);
    expect(index.find(`${"a/".repeat(2000)}end`)).toBe("unknown");
    expect(index.find("b")).toBeUndefined();
  });
});
