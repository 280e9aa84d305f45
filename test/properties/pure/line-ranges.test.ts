/** Line ranges against plain sets of numbers. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineRanges, subtractRanges, uniteRanges } from "../../../src/text/line-ranges.js";

/** The one normal form of a set: sorted, disjoint, non-adjacent. */
function rangesOf(lines: ReadonlySet<number>): LineRanges {
  const ranges: { from: number; to: number }[] = [];
  for (const line of [...lines].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

const lineSets = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 50 }).map((lines) => new Set(lines));

describe("line ranges as sets", () => {
  it("unite to the normal form of the union", () => {
    fc.assert(
      fc.property(lineSets, lineSets, (left, right) => {
        expect(uniteRanges(rangesOf(left), rangesOf(right))).toEqual(rangesOf(new Set([...left, ...right])));
      }),
    );
  });

  it("subtract to the normal form of the difference", () => {
    fc.assert(
      fc.property(lineSets, lineSets, (wanted, known) => {
        const missing = new Set([...wanted].filter((line) => !known.has(line)));
        expect(subtractRanges(rangesOf(wanted), rangesOf(known))).toEqual(rangesOf(missing));
      }),
    );
  });

  it("add up to the whole whatever the order of the pages [LEDGER-1]", () => {
    const pageOrders = fc
      .integer({ min: 1, max: 30 })
      .chain((pages) => fc.shuffledSubarray(Array.from({ length: pages }, (_, page) => page)))
      .filter((order) => order.length > 0);
    fc.assert(
      fc.property(pageOrders, fc.integer({ min: 1, max: 9 }), (order, size) => {
        const seen = new Set<number>();
        let united: LineRanges = [];
        for (const page of order) {
          for (let line = page * size + 1; line <= (page + 1) * size; line += 1) seen.add(line);
          united = uniteRanges(united, [{ from: page * size + 1, to: (page + 1) * size }]);
        }
        expect(united).toEqual(rangesOf(seen));
      }),
    );
  });

  it("leave what they were made from unchanged", () => {
    fc.assert(
      fc.property(lineSets, lineSets, (left, right) => {
        const [first, second] = [rangesOf(left), rangesOf(right)];
        uniteRanges(first, second);
        subtractRanges(first, second);
        expect([first, second]).toEqual([rangesOf(left), rangesOf(right)]);
      }),
    );
  });
});
