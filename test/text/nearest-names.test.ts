import { describe, expect, it } from "vitest";
import { editDistance, findNearestNames } from "../../src/text/nearest-names.js";

const parameters = ["file_path", "offset", "limit", "pages"];
const one = { limit: 1, tolerance: 0.5 };

describe("the nearest name", () => {
  it.each([
    ["path", "file_path"],
    ["file", "file_path"],
    ["filename", "file_path"],
    ["filePath", "file_path"],
    ["FILE-PATH", "file_path"],
    ["file path", "file_path"],
    ["filepaht", "file_path"],
    ["ofset", "offset"],
    ["offest", "offset"],
    ["offsets", "offset"],
    ["limt", "limit"],
    ["ilmit", "limit"],
    ["line_limit", "limit"],
    ["page", "pages"],
    ["ｐａｇｅｓ", "pages"],
  ])("to the parameter %s is %s [CALL-2]", (given, meant) => {
    expect(findNearestNames(given, parameters, one)).toEqual([meant]);
  });

  it.each(["encoding", "recursive", "x", "", "zzzzzz", "content"])(
    "to %j is none of them [CALL-2]",
    (given) => {
      expect(findNearestNames(given, parameters, one)).toEqual([]);
    },
  );

  it("comes first, equals in alphabetical order, and no more than asked for [PATH-10]", () => {
    const files = ["config.yml", "config.ts", "confog.js", "config.js", "other.md", "README"];
    expect(findNearestNames("config.jz", files, { limit: 3, tolerance: 0.3 })).toEqual([
      "config.js",
      "config.ts",
      "confog.js",
    ]);
    expect(findNearestNames("config.jz", files, { limit: 0, tolerance: 0.3 })).toEqual([]);
    expect(findNearestNames("config.jz", [], { limit: 3, tolerance: 0.3 })).toEqual([]);
  });
});

describe("the distance between words", () => {
  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "abc", 0],
    ["abc", "abd", 1],
    ["abc", "acb", 1],
    ["abc", "ab", 1],
    ["abcd", "badc", 2],
    ["kitten", "sitting", 3],
    ["ca", "abc", 3],
  ])("%j and %j is %d", (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
  });

  it("is not counted beyond its bound", () => {
    expect(editDistance("kitten", "sitting", 3)).toBe(3);
    expect(editDistance("abcdefgh", "zzzzzzzz", 2)).toBe(Number.POSITIVE_INFINITY);
    expect(editDistance("a", "abcdef", 3)).toBe(Number.POSITIVE_INFINITY);
  });
});
