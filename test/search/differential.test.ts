/** Glob beside ripgrep and git, run by hand over the same repositories. */
import { basename, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreignFolders, repositories } from "../support/generated-repository.js";
import { listByGit, type RawPlace } from "../support/raw-search.js";
import {
  type Accepts,
  acceptsAll,
  compareOnMany,
  expectSeen,
  seenByGlob,
} from "../support/search-comparison.js";
import type { TempWorkspace } from "../support/workspace.js";

/** Patterns that a line of code can say as well. */
const patterns: readonly (readonly [pattern: string, accepts: Accepts])[] = [
  ["**/*.ts", (name) => name.endsWith(".ts")],
  ["*", (name) => !name.includes("/")],
  ["*.{ts,js}", (name) => !name.includes("/") && /\.[tj]s$/.test(name)],
  ["src/**", (name) => name.startsWith("src/")],
  ["src/*.ts", (name) => /^src\/[^/]*\.ts$/.test(name)],
  ["src/**/*.ts", (name) => /^src\/.*\.ts$/s.test(name)],
  ["{src,lib}/**/[ab].ts", (name) => /^(?:src|lib)\/(?:.*\/)?[ab]\.ts$/s.test(name)],
  ["**/src/*", (name) => /(?:^|\/)src\/[^/]*$/.test(name)],
  ["**/.*", (name) => basename(name).startsWith(".")],
  ["!**/*.ts", (name) => !name.endsWith(".ts")],
  ["**/\\[x\\].ts", (name) => basename(name) === "[x].ts"],
  ["**/{deep,build}/**/*", (name) => /(?:^|\/)(?:deep|build)\//.test(name)],
  ["-d/**", (name) => name.startsWith("-d/")],
  ["src\\ /**", (name) => name.startsWith("src /")],
  ["\\[set\\]/**", (name) => name.startsWith("[set]/")],
  ["**/?.ts", (name) => /(?:^|\/)[^/]\.ts$/u.test(name)],
];

describe("Glob", () => {
  it("lists the files that ripgrep lists [SEARCH-3]", () =>
    compareOnMany(repositories("ripgrep"), fc.constant(undefined), 25, async (workspace, place) => {
      expect(await seenByGlob(workspace, "**/*")).toEqual(expectSeen(place, acceptsAll));
    }));

  it("lists the files that git would add, but no links [SEARCH-3]", () =>
    compareOnMany(repositories("git"), fc.constant(""), 25, compareWithGit));

  it("lists the same from a folder further down [SEARCH-3]", () => {
    // To ripgrep, global rules with a slash begin where it starts; to git, where the repository does.
    const withoutGlobal = repositories("git").map((files) => ({ ...files, globalExcludes: [] }));
    return compareOnMany(
      withoutGlobal,
      fc.constantFrom("src", "lib", "src/deep", "[set]"),
      30,
      compareWithGit,
    );
  });

  it("finds by a pattern exactly what fits it of all that is there [SEARCH-3]", () =>
    compareOnMany(
      repositories("ripgrep"),
      fc.constantFrom(...patterns),
      50,
      async (files, place, [pattern, accepts]) => {
        expect({ pattern, ...(await seenByGlob(files, pattern)) }).toEqual({
          pattern,
          ...expectSeen(place, accepts),
        });
      },
    ));
});

async function compareWithGit(workspace: TempWorkspace, place: RawPlace, path: string): Promise<void> {
  const start = path === "" ? "" : `${path}/`;
  const ofGit = listByGit(place).filter((name) => isListed(name) && name.startsWith(start));
  // Ignored folders are looked into when they are named, and when there is nothing else.
  if (ofGit.length === 0) return;
  expect(await seenByGlob(workspace, "**/*", join(place.root, path))).toEqual({
    names: ofGit.map((name) => name.slice(start.length)),
    ignoredFiles: undefined,
  });
}

/** Of what git lists: neither a link nor inside a folder of another version control. */
function isListed(name: string): boolean {
  const isForeign = name.split("/").some((segment) => foreignFolders.includes(segment));
  return !isForeign && !/(?:^|\/)link-/.test(name);
}
