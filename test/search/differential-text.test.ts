/** Grep beside ripgrep, run by hand over the same repositories. */
import { basename } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visible } from "../../src/text/visible.js";
import { commonFolder, nameBelow } from "../support/common-folder.js";
import { repositories } from "../support/generated-repository.js";
import {
  countsByRipgrep,
  filesByRipgrep,
  linesByRipgrep,
  type RawPlace,
  readContent,
} from "../support/raw-search.js";
import {
  type Accepts,
  acceptsAll,
  compareOnMany,
  expectSeen,
  grepWhole,
} from "../support/search-comparison.js";
import type { TempWorkspace } from "../support/workspace.js";

interface GrepQuery {
  readonly input: Readonly<Record<string, unknown>> & { readonly pattern: string };
  readonly flags: readonly string[];
}

const linePatterns = [
  "needle",
  "^needle",
  "needle$",
  "n[a-e]+dle",
  "foo|bar",
  "\\bfoo\\b",
  ".",
  "x*",
  "\\d+",
];
const otherPatterns = ["é", "^$", "\\s+", "(?i)NEEDLE", "[^\\x00-\\x7f]"];
const multilinePatterns = ["needle\\nfoo", "foo[\\s\\S]*?bar", "a.b", "needle", "(?m)^foo$", "\\n\\n", "r.f"];

const contexts: readonly (readonly [input: object, flags: readonly string[]])[] = [
  [{}, []],
  [{ "-A": 1 }, ["-A1"]],
  [{ "-B": 2 }, ["-B2"]],
  [{ "-C": 1 }, ["-C1"]],
  [{ context: 2, "-A": 0 }, ["-C2", "-A0"]],
];

const queries: fc.Arbitrary<GrepQuery> = fc
  .record({
    pattern: fc.oneof(
      fc.constantFrom(...linePatterns, ...otherPatterns).map((pattern) => ({ pattern, multiline: false })),
      fc.constantFrom(...multilinePatterns).map((pattern) => ({ pattern, multiline: true })),
    ),
    context: fc.constantFrom(...contexts),
    ignoreCase: fc.boolean(),
    onlyMatching: fc.boolean(),
  })
  .map(({ pattern: { pattern, multiline }, context: [input, flags], ignoreCase, onlyMatching }) => ({
    input: { ...input, pattern, multiline, "-i": ignoreCase, "-o": onlyMatching },
    flags: [
      ...flags,
      ...(multiline ? ["--multiline", "--multiline-dotall"] : []),
      ...(ignoreCase ? ["-i"] : []),
      ...(onlyMatching ? ["-o"] : []),
    ],
  }));

/** All three modes against ripgrep, in the files that are accepted. */
async function compareModes(
  workspace: TempWorkspace,
  place: RawPlace,
  { input, flags }: GrepQuery,
  accepts: Accepts = acceptsAll,
): Promise<void> {
  const isSeen = expectSeen(place, accepts);
  const query = {
    pattern: input.pattern,
    flags: isSeen.ignoredFiles === true ? ["--no-ignore", ...flags] : flags,
  };
  const nameOf = (path: string): string => path.slice(place.root.length + 1);

  const files = filesByRipgrep(place, query).filter(accepts);
  const listed = await grepWhole(workspace, input);
  expect(listed.filenames.map(nameOf).toSorted()).toEqual(files);
  expect(listed.totalFiles).toBe(files.length);
  expect(listed.ignoredFiles).toBe(files.length > 0 ? isSeen.ignoredFiles : undefined);

  const counts = countsByRipgrep(place, query).filter((line) =>
    accepts(line.slice(0, line.lastIndexOf(":"))),
  );
  const counted = await grepWhole(workspace, { ...input, output_mode: "count" });
  expect(counted.content).toBe(renderCounts(place.root, counts));
  expect(counted.numMatches).toBe(
    counts.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(":") + 1)), 0),
  );

  const lines = linesByRipgrep(place, query).filter(({ name }) => accepts(name));
  const shown = await grepWhole(workspace, { ...input, output_mode: "content" });
  const entries = readContent(shown.content ?? "", place.root);
  expect(entries).toEqual(lines.map((line) => ({ ...line, name: visible(line.name) })));
  expect(shown.filenames.map(nameOf)).toEqual([...new Set(lines.map(({ name }) => name))]);
}

/** Most matches first, those with as many in the order of their paths, which they come in. */
function renderCounts(root: string, counts: readonly string[]): string {
  const countOf = (line: string): number => Number(line.slice(line.lastIndexOf(":") + 1));
  const sorted = counts.toSorted((a, b) => countOf(b) - countOf(a)).map((line) => `${root}/${line}`);
  const folder = commonFolder(sorted.map((line) => line.slice(0, line.lastIndexOf(":"))));
  if (folder === undefined) return sorted.map(visible).join("\n");
  const below = sorted.map((line) => visible(nameBelow(folder, line)));
  return [`Matches per file, most first:\nIn ${visible(folder)}:`, ...below].join("\n");
}

const globs: readonly (readonly [glob: string, accepts: Accepts])[] = [
  ["*.ts", (name) => name.endsWith(".ts")],
  ["*.log", (name) => name.endsWith(".log")],
  ["*.{js,py}", (name) => /\.(?:js|py)$/.test(name)],
  ["*.js, *.log", (name) => /\.(?:js|log)$/.test(name)],
  ["src/**", (name) => name.startsWith("src/")],
  ["src/", (name) => /(?:^|\/)src\//.test(name)],
  ["/src/", (name) => name.startsWith("src/")],
  ["build/**/*.ts", (name) => /^build\/.*\.ts$/s.test(name)],
  ["!*.ts", (name) => !name.endsWith(".ts")],
  ["!src/", (name) => !/(?:^|\/)src\//.test(name)],
  ["*.ts !src/**", (name) => name.endsWith(".ts") && !name.startsWith("src/")],
  [".env", (name) => basename(name) === ".env"],
];

/** As `rg --type-list` has them. */
const types: readonly (readonly [type: string, accepts: Accepts])[] = [
  ["ts", (name) => /\.(?:ts|tsx|cts|mts)$/.test(name)],
  ["py", (name) => /\.pyi?$/.test(name)],
  ["make", (name) => basename(name) === "Makefile"],
];

describe("Grep", () => {
  it("finds the files, counts and lines that ripgrep finds [SEARCH-3]", () =>
    compareOnMany(repositories("ripgrep"), queries, 25, compareModes));

  it("finds of them by glob what is not ignored [GREP-9, SEARCH-3]", () =>
    compareOnMany(
      repositories("ripgrep"),
      fc.tuple(queries, fc.constantFrom(...globs)),
      15,
      async (files, place, [{ input, flags }, [glob, accepts]]) =>
        compareModes(files, place, { input: { ...input, glob }, flags }, accepts),
    ));

  it("finds of them by type what is not ignored [GREP-9, SEARCH-3]", () =>
    compareOnMany(
      repositories("ripgrep"),
      fc.tuple(queries, fc.constantFrom(...types), fc.constantFrom(...globs)),
      10,
      async (files, place, [{ input, flags }, [type, isOfType], [glob, isWanted]]) =>
        compareModes(
          files,
          place,
          { input: { ...input, type, glob }, flags },
          (name) => isOfType(name) && isWanted(name),
        ),
    ));
});
