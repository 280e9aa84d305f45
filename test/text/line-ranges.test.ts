import { describe, expect, it } from "vitest";
import { describeRanges, type LineRanges, lineRange, subtractRanges } from "../../src/text/line-ranges.js";

describe("line ranges", () => {
  it("are empty when they end before they begin", () => {
    expect([lineRange(1, 0), lineRange(5, 5), lineRange(2, 9)]).toEqual([
      [],
      [{ from: 5, to: 5 }],
      [{ from: 2, to: 9 }],
    ]);
  });

  it("can be subtracted from a file of unknown length", () => {
    const everything = lineRange(1, Number.MAX_SAFE_INTEGER);
    expect(subtractRanges(everything, lineRange(1, 2000))).toEqual([
      { from: 2001, to: Number.MAX_SAFE_INTEGER },
    ]);
    expect(subtractRanges(everything, everything)).toEqual([]);
  });

  const many = Array.from({ length: 9 }, (_, index) => ({ from: index * 10 + 1, to: index * 10 + 3 }));

  it.each<{ ranges: LineRanges; limit?: number; words: string }>([
    { ranges: [], words: "lines none" },
    { ranges: [{ from: 7, to: 7 }], words: "line 7" },
    { ranges: [{ from: 3, to: 9 }], words: "lines 3-9" },
    {
      ranges: [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
      words: "lines 1 and 3",
    },
    {
      ranges: [
        { from: 3, to: 9 },
        { from: 12, to: 12 },
        { from: 40, to: 44 },
      ],
      words: "lines 3-9, 12 and 40-44",
    },
    { ranges: many.slice(0, 5), words: "lines 1-3, 11-13, 21-23, 31-33 and 41-43" },
    { ranges: many.slice(0, 6), words: "lines 1-3, 11-13, 21-23, 31-33, 41-43 and 1 more range" },
    { ranges: many, limit: 2, words: "lines 1-3, 11-13 and 7 more ranges" },
  ])("read as $words", ({ ranges, limit, words }) => {
    expect(describeRanges(ranges, { limit })).toBe(words);
  });
});
