import { describe, expect, it } from "vitest";
import { diffLines } from "../../../src/text/diff/diff-lines.js";
import { mapLines } from "../../../src/text/diff/map-lines.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { type LineRanges, OPEN_END } from "../../../src/text/line-ranges.js";

const range = (from: number, to: number): { from: number; to: number } => ({ from, to });

describe("line numbers carried over a diff", () => {
  it.each<{ what: string; after: string; ranges: LineRanges; mapped: LineRanges }>([
    { what: "no change", after: "1\n2\n3\n4\n", ranges: [range(2, 3)], mapped: [range(2, 3)] },
    { what: "no lines", after: "1\n2\n3\n4\n", ranges: [], mapped: [] },
    { what: "a line added before", after: "0\n1\n2\n3\n4\n", ranges: [range(2, 3)], mapped: [range(3, 4)] },
    { what: "a line removed before", after: "2\n3\n4\n", ranges: [range(2, 3)], mapped: [range(1, 2)] },
    {
      what: "a line added within",
      after: "1\n2\nx\n3\n4\n",
      ranges: [range(2, 3)],
      mapped: [range(2, 2), range(4, 4)],
    },
    {
      what: "a line changed within",
      after: "1\nx\n3\n4\n",
      ranges: [range(1, 3)],
      mapped: [range(1, 1), range(3, 3)],
    },
    { what: "a line removed within", after: "1\n3\n4\n", ranges: [range(1, 3)], mapped: [range(1, 2)] },
    {
      what: "what lay between two ranges removed",
      after: "1\n4\n",
      ranges: [range(1, 1), range(4, 4)],
      mapped: [range(1, 2)],
    },
    { what: "all of it changed", after: "a\nb\n", ranges: [range(1, 4)], mapped: [] },
    {
      what: "a range without end",
      after: "0\n1\n2\n3\n4\n",
      ranges: [range(2, OPEN_END)],
      mapped: [range(3, OPEN_END)],
    },
  ])("with $what", ({ after, ranges, mapped }) => {
    const { changes } = diffLines(splitLines("1\n2\n3\n4\n"), splitLines(after));
    expect(mapLines(changes, ranges)).toEqual(mapped);
  });
});
