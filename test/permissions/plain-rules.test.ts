/** Compiled rules match what a plain matcher matches that tries one rule after the other, at one folder after the other. */
import * as fc from "fast-check";
import ignore from "ignore";
import { describe, expect, it } from "vitest";
import type { RuleList } from "../../src/permissions/access.js";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { standsForLetters } from "../../src/permissions/parse-pattern.js";
import { type Spelling, spellPath } from "../../src/permissions/path-letters.js";
import { type PlacedPattern, placePattern } from "../../src/permissions/place-pattern.js";
import type { Anchors } from "../../src/permissions/rule-set.js";
import { spellPattern } from "../../src/permissions/spell-pattern.js";
import { givenRule, request } from "../support/permission-rules.js";

const anchors: Anchors = {
  workingDirectories: ["/w/app"],
  homes: ["/home/me"],
  roots: ["/w/app", "/w/Other"],
  platform: "linux",
};

/** Patterns of one anchor and folder: a `!` takes out again within these. */
interface Group {
  readonly folder: string;
  readonly patterns: readonly PlacedPattern[];
}

function groupsOf(list: RuleList, texts: readonly string[]): readonly Group[] {
  const groups = new Map<string, { folder: string; patterns: PlacedPattern[] }>();
  for (const text of texts) {
    const { patterns } = placePattern(text, { list, tool: "Edit", firstNames: new Set() });
    for (const placed of patterns) {
      const here = list === "allow" ? ["/w/app"] : ["/w/app", "/w/Other"];
      const starts = { disk: [""], home: ["/home/me"], source: ["/w/app"], here }[placed.anchor];
      for (const start of starts) {
        const names = start.split("/");
        const folder = names.slice(0, Math.max(1, names.length - placed.up)).join("/");
        const key = `${placed.anchor} ${start} ${folder}`;
        const group = groups.get(key) ?? { folder, patterns: [] };
        groups.set(key, group);
        if (!placed.isCarveOut || group.patterns.length > 0) group.patterns.push(placed);
      }
    }
  }
  return [...groups.values()];
}

/** Whether these lines of an ignore file ignore the path. */
function ignores(lines: readonly PlacedPattern[], folder: string, path: string, spelling: Spelling): boolean {
  const spelled = spellPath(path, spelling, false);
  const start = `${spellPath(folder, spelling, false)}/`;
  if (!spelled.startsWith(start)) return `${spelled}/` === start && lines.some(({ isWhole }) => isWhole);
  const matcher = ignore({ ignoreCase: spelling !== "exact" });
  for (const { pattern, isCarveOut } of lines) {
    const names = spellPattern(pattern, spelling, false).names.map((name) =>
      name === "**" ? name : name.map(({ source }) => source).join(""),
    );
    const source = `/${names.join("/")}`.replace(/ $/, "[ ]") + (pattern.isForFolders ? "/" : "");
    matcher.add(isCarveOut ? `!${source}` : source);
  }
  return matcher.ignores(spelled.slice(start.length));
}

function isGuarded(groups: readonly Group[], path: string): boolean {
  const exact = groups.filter(({ patterns }) => patterns.some(({ pattern }) => standsForLetters(pattern)));
  return (
    groups.some(({ patterns, folder }) => ignores(patterns, folder, path, "guarding")) ||
    exact.some(({ patterns, folder }) => ignores(patterns, folder, path, "exact"))
  );
}

/** The last pattern that matches decides. */
function isAllowed(groups: readonly Group[], path: string, spelling: Spelling): boolean {
  return groups.some(({ patterns, folder }) => {
    const last = patterns.findLast((placed) =>
      ignores([{ ...placed, isCarveOut: false }], folder, path, spelling),
    );
    return last?.isCarveOut === false;
  });
}

const name = fc.constantFrom("a", "b", "A", "app", "App", "w", "other", "a.b", "é", "E\u0301", "ab", "{a,b}");
const wild = fc.constantFrom(
  "*",
  "**",
  "?",
  "[ab]*",
  "[!a]",
  "[A-Z]*",
  "a*",
  "{a,[b]}",
  "{a,b}*",
  "..",
  "[",
  "**.b",
);
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "!"),
    fc.constantFrom("", "/", "//", "~/", "./", "../", "../../", "../../../", "//w/"),
    fc.array(fc.oneof(name, wild), { minLength: 1, maxLength: 4 }),
    fc.constantFrom("", "", "", "/"),
  )
  .map(([negation, start, names, end]) => negation + start + names.join("/") + end)
  // That is a rule for all calls.
  .filter((text) => !["*", "**"].includes(text));
const path = fc
  .tuple(
    fc.constantFrom("/w/app", "/w/app", "/w/Other", "/w", "/home/me", "/W/APP", ""),
    fc.array(name, { minLength: 1, maxLength: 4 }),
  )
  .map(([start, names]) => `${start}/${names.join("/")}`);

describe("Compiled rules", () => {
  it("match exactly what a plain matcher matches, wherever they begin and however they are written [HOST-154]", () => {
    let matches = 0;
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 8 }),
        fc.array(path, { minLength: 1, maxLength: 6 }),
        fc.constantFrom<RuleList>("deny", "ask", "allow"),
        fc.boolean(),
        (patterns, paths, list, foldsCase) => {
          const given = patterns.map((text) => givenRule(`${list} Edit(${text})`));
          const rules = compileRules(given, anchors);
          const groups = groupsOf(list, patterns);
          for (const one of paths) {
            const found = rules.find(list, { ...request(`write ${one}`), foldsCase }) !== undefined;
            const expected =
              list === "allow"
                ? isAllowed(groups, one, foldsCase ? "folding" : "exact")
                : isGuarded(groups, one);
            expect([patterns, one, found]).toEqual([patterns, one, expected]);
            if (found) matches += 1;
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(matches).toBeGreaterThan(500);
  });
});
