/** What holds of the order of lines for any page. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderLines } from "../../../src/media/pdf/reading-order.js";
import type { Run } from "../../../src/media/pdf/text-runs.js";

const place = fc.oneof(fc.nat(600), fc.constantFrom(0, 50, 300, 320));
const run = fc.record({
  left: place,
  top: place,
  width: fc.nat(400),
  height: fc.nat(30),
  letter: fc.nat(40),
});

function toRuns(
  plans: readonly { left: number; top: number; width: number; height: number; letter: number }[],
): Run[] {
  return plans.map(({ left, top, width, height, letter }, index) => ({
    text: `${index}:${"x".repeat(letter)}`,
    left,
    right: left + width,
    top,
    bottom: top + height,
    size: height,
    isRightToLeft: letter === 7,
  }));
}

describe("Reading order", () => {
  it("loses no words and doubles none, wherever they stand [PDF-1]", () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 60 }), fc.boolean(), (plans, isForm) => {
        const runs = toRuns(plans);
        // Pieces may touch, so words are found by their numbers.
        const found = orderLines(runs, isForm)
          .join("\n")
          .match(/\d+:x*/g);
        expect((found ?? []).toSorted()).toEqual(runs.map(({ text }) => text).toSorted());
      }),
      { numRuns: 2000 },
    );
  });

  it("of one column is from top to bottom, in whatever order it is drawn [PDF-1]", () => {
    const lines = Array.from({ length: 20 }, (_, row) => ({
      text: `line ${row}`,
      left: 72,
      right: 72 + ((row * 37) % 200) + 50,
      top: row * 14,
      bottom: row * 14 + 12,
      size: 12,
      isRightToLeft: false,
    }));
    const inOrder = lines.map(({ text }) => text);
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (drawn) => {
        expect(orderLines(drawn, false)).toEqual(inOrder);
      }),
      { numRuns: 500 },
    );
  });
});
