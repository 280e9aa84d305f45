/** Matching beside git's own, and within bounds. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Anchors } from "../../src/permissions/rule-set.js";
import { compileLines, request } from "../support/permission-rules.js";
import { tempWorkspace } from "../support/workspace.js";

const word = fc.constantFrom("a", "b", "ab", ".a", "a.b", "a b");
const wild = fc.constantFrom(
  "*",
  "a*",
  "*b",
  "?",
  "[ab]",
  "[!a]",
  "[a-b]*",
  "**",
  "*.b",
  "\\a",
  "\\*",
  "a?b",
  "[]a]",
  "[[:alpha:]]",
);
const segment = fc.oneof(word, word, wild);
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "", "!"),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "", "", "/", "/**", "/*"),
  )
  .map(([negation, segments, end]) => `${negation}/${segments.join("/")}${end}`);
const path = fc
  .array(fc.oneof(word, fc.constantFrom("c", "*", "bb")), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));
const experiment = fc.record({
  patterns: fc.array(pattern, { minLength: 1, maxLength: 5 }),
  paths: fc.array(path, { minLength: 12, maxLength: 12 }),
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** The paths that git would ignore, of all folders in one call. */
function askGit(repository: string, paths: readonly string[]): Set<string> {
  const git = (words: readonly string[], input: string): string => {
    try {
      return execFileSync(
        "git",
        ["-c", "core.excludesFile=/dev/null", "-c", "core.ignoreCase=false", ...words],
        {
          cwd: repository,
          input,
          encoding: "utf8",
          stdio: ["pipe", "pipe", "ignore"],
          maxBuffer: 1 << 28,
        },
      );
    } catch (cause) {
      // It ends with 1 when nothing is ignored.
      if ((cause as { status?: number }).status === 1) return "";
      throw cause;
    }
  };
  git(["init", "-q"], "");
  return new Set(git(["check-ignore", "--no-index", "-z", "--stdin"], paths.join("\0")).split("\0"));
}

describe("Matching", () => {
  it("is what git does with the same lines in an ignore file [PERM-4]", () => {
    const { root } = tempWorkspace();
    const experiments = fc.sample(experiment, { numRuns: 300, seed: 7 });
    const asked = experiments.flatMap(({ patterns, paths }, index) => {
      mkdirSync(join(root, `${index}`));
      writeFileSync(join(root, `${index}`, ".gitignore"), `${patterns.join("\n")}\n`);
      return paths.map((name) => `${index}/${name}`);
    });
    const ignored = askGit(root, asked);
    const differing: unknown[] = [];
    for (const [index, { patterns, paths }] of experiments.entries()) {
      // The first line may be a `!`, which git takes for nothing too.
      const rules = compileLines(patterns.map((line) => `deny Read(${line})`));
      const positive = patterns.filter((line) => !line.startsWith("!"));
      const allowing =
        positive.length === patterns.length
          ? compileLines(patterns.map((line) => `allow Read(${line})`))
          : undefined;
      for (const name of paths) {
        const expected = ignored.has(`${index}/${name}`);
        const wanted = request(`read /w/app/${name}`);
        const found = rules.find("deny", wanted) !== undefined;
        const isAllowed = allowing === undefined ? expected : allowing.find("allow", wanted) !== undefined;
        if (found !== expected || isAllowed !== expected)
          differing.push({ patterns, name, expected, found, isAllowed });
      }
    }
    expect(ignored.size).toBeGreaterThan(300);
    expect(differing).toEqual([]);
  });

  it("of very deep paths ends, and is exact [PERM-19]", () => {
    const deep = `/w/app/${"a/".repeat(1900)}end`;
    const several = "Edit(**/a/**/a/**/z)";
    const rules = compileLines([`deny ${several}`, `allow ${several}`, "ask Edit(/a/**/z)", "ask Edit(*.z)"]);
    const wanted = request(`write ${deep}`);
    expect(rules.find("deny", wanted)).toBeUndefined();
    expect(rules.find("allow", wanted)).toBeUndefined();
    expect(rules.find("ask", wanted)).toBeUndefined();
    expect(rules.find("deny", request(`write /w/app/${"a/".repeat(1900)}z`))?.text).toBe(several);
    expect(rules.find("allow", request(`write /w/app/${"a/".repeat(1900)}z`))?.text).toBe(several);
  });

  it("of patterns with very many stars ends [PERM-19]", () => {
    const name = "a".repeat(250);
    const rules = compileLines([
      `deny Edit(${"*a".repeat(100)}b)`,
      `deny Edit(${"?*".repeat(100)}b)`,
      `deny Edit(${"**/a/".repeat(100)}b)`,
      `ask Edit(${"[ab]*".repeat(100)}c)`,
    ]);
    expect(rules.find("deny", request(`write /w/app/${name}`))).toBeUndefined();
    expect(rules.find("ask", request(`write /w/app/${name}`))).toBeUndefined();
  });

  it("of a million paths keeps no more memory than of some thousands [PERM-19]", () => {
    const rules = compileLines(["deny Read(/part/*.env)", "allow Read(/part/sub/*.env)"]);
    const look = (from: number, count: number): number => {
      for (let index = from; index < from + count; index += 1) {
        rules.find("deny", request(`read /w/app/part/file ${index}.env.not`));
      }
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const before = look(0, 50_000);
    const after = look(50_000, 950_000);
    // All paths would take more than a hundred megabytes.
    expect((after - before) / 1e6).toBeLessThan(20);
  });
});

describe("The folders that patterns begin at", () => {
  it.each<readonly [Partial<Anchors>, string, string, boolean]>([
    [{ roots: ["/"] }, "Read(.env)", "/deep/.env", true],
    [{ workingDirectories: ["/"] }, "Read(./.env)", "/.env", true],
    [{ workingDirectories: ["/w/app/"], roots: [] }, "Read(.env)", "/w/app/.env", true],
    [{ homes: [] }, "Read(~/.env)", "/home/me/.env", false],
    [{ homes: ["/"] }, "Read(~/.env)", "/.env", true],
  ])("may be the root of the disk, or none: %j, %s, %s: %s [PERM-2]", (where, rule, path, isMatched) => {
    expect(compileLines([`deny ${rule}`], where).find("deny", request(`read ${path}`)) !== undefined).toBe(
      isMatched,
    );
  });
});
