import { describe, expect, it } from "vitest";
import { splitLines } from "../../../src/text/diff/split-lines.js";

describe("the lines of a text", () => {
  it.each([
    ["", []],
    ["a", ["a"]],
    ["\n", ["\n"]],
    ["a\nb", ["a\n", "b"]],
    ["a\nb\n", ["a\n", "b\n"]],
    ["\n\na", ["\n", "\n", "a"]],
    ["a\r\nb\rc\r\n", ["a\r\n", "b\rc\r\n"]],
    ["a\u2028b\fc\u0085d\n", ["a\u2028b\fc\u0085d\n"]],
  ])("%j are %j: only a newline ends a line, and endings stay", (text, lines) => {
    expect(splitLines(text)).toEqual(lines);
  });
});
