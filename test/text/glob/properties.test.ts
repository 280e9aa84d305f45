import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "../../../src/text/glob/compile-glob.js";
import { compileGlobFilter, splitGlobList } from "../../../src/text/glob/glob-list.js";
import { findNameGlobs } from "../../../src/text/glob/name-globs.js";
import { splitStaticPrefix } from "../../../src/text/glob/static-prefix.js";
import { globs, paths, simplyMatches, spell } from "./simple-glob.js";

const somePaths = fc.array(paths, { minLength: 1, maxLength: 20 });

/** The small language of `findNameGlobs`. */
function nameGlobToRegExp(glob: string): RegExp {
  const parts = glob.match(/\[[\s\S]\]|[\s\S]/gu) ?? [];
  const source = parts.map((part) => {
    if (part === "*") return "[^/]*";
    const character = part.length > 2 ? part.slice(1, -1) : part;
    return character.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`, "u");
}

/** Some exclusions within exclusions are refused for their size; those are not what is asked here. */
function matcherOf(pattern: string): (path: string) => boolean {
  const glob = compileGlob(pattern);
  fc.pre(!("problem" in glob));
  return glob.matches;
}

describe("any glob", () => {
  it("matches what trying every way finds [GLOB-1]", () => {
    fc.assert(
      fc.property(globs, somePaths, (pieces, candidates) => {
        const matches = matcherOf(spell(pieces));
        const [found, expected] = [matches, (path: string) => simplyMatches(pieces, path)].map((decide) =>
          candidates.filter((path) => decide(path)),
        );
        expect(found).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("has names that include every name it ends in [GLOB-3]", () => {
    fc.assert(
      fc.property(globs, somePaths, (pieces, candidates) => {
        const pattern = spell(pieces);
        const names = findNameGlobs(pattern);
        fc.pre(names !== undefined);
        const expressions = names.map(nameGlobToRegExp);
        const missed = candidates
          .filter(matcherOf(pattern))
          .map((path) => path.slice(path.lastIndexOf("/") + 1))
          .filter((name) => !expressions.some((expression) => expression.test(name)));
        expect(missed).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it("matches below its static folders what its rest matches there [GLOB-1]", () => {
    fc.assert(
      fc.property(globs, somePaths, (pieces, candidates) => {
        const pattern = spell(pieces);
        const { folder, rest } = splitStaticPrefix(pattern);
        const prefix = folder === "" || folder === "/" ? "" : `${folder.replace(/^\//, "")}/`;
        const matchesRest = matcherOf(rest);
        const viaRest = candidates.filter(
          (path) => path.startsWith(prefix) && matchesRest(path.slice(prefix.length)),
        );
        expect(viaRest).toEqual(candidates.filter(matcherOf(pattern)));
      }),
      { numRuns: 1000 },
    );
  });

  it("takes away from a list what it would match, and all below [GLOB-4]", () => {
    fc.assert(
      fc.property(globs, somePaths, (pieces, candidates) => {
        const pattern = `/${spell(pieces)}`;
        const matches = matcherOf(pattern);
        const filter = compileGlobFilter([`!${pattern}`]);
        if ("problem" in filter) throw new Error(filter.problem);
        const expected = candidates.filter((path) => {
          const names = path.split("/");
          return !names.some((_, index) => matches(names.slice(0, index + 1).join("/")));
        });
        expect(candidates.filter((path) => filter.matches(path))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("any text", () => {
  const characters = Array.from("ab*?[]{}()@!+|,.\\^-: 1é😀");
  const texts = fc.string({ unit: fc.constantFrom(...characters, "/"), maxLength: 30 });

  it("is a glob, or a list of them, and never a failure [GLOB-1, GLOB-4]", () => {
    fc.assert(
      fc.property(texts, paths, (text, path) => {
        const parts = splitGlobList(text);
        for (const pattern of [text, ...parts]) {
          expect(typeof matcherOf(pattern)(path)).toBe("boolean");
          for (const name of findNameGlobs(pattern) ?? []) expect(name).toMatch(/^[^:]+$/u);
          expect(typeof splitStaticPrefix(pattern).folder).toBe("string");
        }
        expect(compileGlobFilter(parts)).toHaveProperty("matches");
      }),
      { numRuns: 3000 },
    );
  });

  it("matches itself when it is escaped [GLOB-1]", () => {
    const names = fc
      .string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 30 })
      .map((name) => ({ name, escaped: name.replaceAll(/./gsu, "\\$&") }));
    fc.assert(
      fc.property(names, paths, ({ name, escaped }, path) => {
        expect([name, path].filter(matcherOf(escaped))).toEqual(name === path ? [name, path] : [name]);
        expect(splitStaticPrefix(`${escaped}/*`)).toEqual({ folder: name, rest: "*" });
      }),
    );
  });
});
