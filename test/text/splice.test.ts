import { describe, expect, it } from "vitest";
import { applySplices, type Splice } from "../../src/text/splice.js";

describe("splices", () => {
  it.each<{ what: string; text: string; splices: readonly Splice[]; result: string }>([
    { what: "nothing", text: "abc", splices: [], result: "abc" },
    { what: "a replacement", text: "abc", splices: [{ start: 1, end: 2, text: "XX" }], result: "aXXc" },
    { what: "a removal", text: "abc", splices: [{ start: 0, end: 2, text: "" }], result: "c" },
    {
      what: "an insertion at the end",
      text: "abc",
      splices: [{ start: 3, end: 3, text: "d" }],
      result: "abcd",
    },
    {
      what: "neighbours that touch",
      text: "abcd",
      splices: [
        { start: 0, end: 2, text: "1" },
        { start: 2, end: 4, text: "2" },
      ],
      result: "12",
    },
    {
      what: "insertions at one place, in their order",
      text: "ab",
      splices: [
        { start: 1, end: 1, text: "1" },
        { start: 1, end: 1, text: "2" },
      ],
      result: "a12b",
    },
    {
      what: "signs that are patterns elsewhere",
      text: "abc",
      splices: [{ start: 1, end: 2, text: "$& $1 $$ \\n &amp;" }],
      result: "a$& $1 $$ \\n &amp;c",
    },
  ])("apply $what", ({ text, splices, result }) => {
    expect(applySplices(text, splices)).toBe(result);
  });

  it.each<{ what: string; splices: readonly Splice[] }>([
    {
      what: "overlap",
      splices: [
        { start: 0, end: 2, text: "" },
        { start: 1, end: 3, text: "" },
      ],
    },
    {
      what: "are not in order",
      splices: [
        { start: 2, end: 3, text: "" },
        { start: 0, end: 1, text: "" },
      ],
    },
    { what: "end before they start", splices: [{ start: 2, end: 1, text: "" }] },
    { what: "start before the text", splices: [{ start: -1, end: 1, text: "" }] },
    { what: "end behind the text", splices: [{ start: 2, end: 5, text: "" }] },
  ])("are refused when they $what", ({ splices }) => {
    expect(() => applySplices("abcd", splices)).toThrow(RangeError);
  });
});
