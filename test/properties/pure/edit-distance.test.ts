/**
 * The distance between words. Optimal string alignment is no metric: swapping and then editing the swapped letters
 * is not one of its paths, so the triangle inequality is not among what holds.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "../../../src/text/nearest-names.js";

const words = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 8 });

/** The definition, as a recursion over the first letters. */
function defined(left: string, right: string): number {
  if (left === "" || right === "") return left.length + right.length;
  const same = left[0] === right[0] ? 0 : 1;
  const isSwap = left.length > 1 && right.length > 1 && left[0] === right[1] && left[1] === right[0];
  return Math.min(
    defined(left.slice(1), right) + 1,
    defined(left, right.slice(1)) + 1,
    defined(left.slice(1), right.slice(1)) + same,
    isSwap ? defined(left.slice(2), right.slice(2)) + 1 : Number.POSITIVE_INFINITY,
  );
}

describe("the distance between any two words", () => {
  it("is what its definition says", () => {
    const short = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
    fc.assert(
      fc.property(short, short, (left, right) => {
        expect(editDistance(left, right)).toBe(defined(left, right));
      }),
    );
  });

  it("is the same both ways, and nothing only between equals", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const distance = editDistance(left, right);
        expect(editDistance(right, left)).toBe(distance);
        expect(distance === 0).toBe(left === right);
        expect(editDistance(left, left)).toBe(0);
      }),
    );
  });

  it("lies between the difference of the lengths and the longer length", () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(left.length - right.length));
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });

  it("is exact within a bound and never within it by mistake", () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 9 }), (left, right, bound) => {
        const exact = editDistance(left, right);
        const bounded = editDistance(left, right, bound);
        expect(exact <= bound ? bounded === exact : bounded > bound).toBe(true);
      }),
    );
  });
});
