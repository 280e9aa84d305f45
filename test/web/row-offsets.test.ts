import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRowOffsets, findRowsInSight } from "../../web/src/parts/row-offsets.js";

describe("the rows of a long list", () => {
  it("are found by where they begin, whatever their heights [WEB-20]", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 80 }),
        fc.double({ min: -50, max: 6000, noNaN: true }),
        (heights, height) => {
          const offsets = createRowOffsets(heights.length, (index) => heights[index] ?? 0);
          expect(offsets.total).toBe(heights.reduce((sum, each) => sum + each, 0));
          const index = offsets.indexAt(height);
          if (height < 0) expect(index).toBe(0);
          else if (height >= offsets.total) expect(index).toBe(heights.length - 1);
          else {
            expect(offsets.offsetOf(index)).toBeLessThanOrEqual(height);
            expect(offsets.offsetOf(index + 1)).toBeGreaterThan(height);
          }
        },
      ),
    );
  });

  it("are as many as can be seen and a few around them, of a hundred thousand too [WEB-20]", () => {
    const offsets = createRowOffsets(100_000, 22);
    const look = (top: number): unknown => findRowsInSight(offsets, 100_000, { top, height: 220, spare: 5 });
    expect(look(0)).toEqual({ from: 0, to: 16 });
    expect(look(22_000)).toEqual({ from: 995, to: 1016 });
    expect(look(offsets.total)).toEqual({ from: 99_994, to: 100_000 });
  });

  it("are none of an empty list [WEB-20]", () => {
    const offsets = createRowOffsets(0, () => 20);
    expect(findRowsInSight(offsets, 0, { top: 0, height: 500, spare: 5 })).toEqual({ from: 0, to: 0 });
  });
});
