import { describe, expect, it } from "vitest";
import { createRowOffsets } from "../../web/src/parts/row-offsets.js";
import { findKeptPlace, type PlacedRows } from "../../web/src/views/timeline/keep-place.js";

/** Rows whose names say how high they are: "a10" is 10 pixels. */
function place(...keys: readonly string[]): PlacedRows {
  return { keys, offsets: createRowOffsets(keys.length, (index) => Number(keys[index]?.slice(1))) };
}

describe("a list that is loaded anew", () => {
  const before = place("a10", "b20", "c20", "d20");

  it("stays with what is in sight, however much has come above [WEB-56]", () => {
    expect(findKeptPlace(before, place("y50", "z50", "a10", "b20", "c20", "d20"), 15)).toBe(115);
    expect(findKeptPlace(before, place("b20", "c20", "d20"), 35)).toBe(25);
  });

  it("goes to the next that is left when the first is gone [WEB-56]", () => {
    expect(findKeptPlace(before, place("a10", "c20", "d20"), 12)).toBe(-8);
    expect(findKeptPlace(before, place("x10"), 12)).toBeUndefined();
  });

  it("stays at the top when it is there [WEB-56]", () => {
    expect(findKeptPlace(before, place("z50", "a10"), 0)).toBeUndefined();
    expect(findKeptPlace(place(), before, 5)).toBeUndefined();
  });
});
