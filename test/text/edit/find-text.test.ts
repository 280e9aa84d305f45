import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOccurrences } from "../../../src/text/edit/find-text.js";

/** The simple way. */
function findPlainly(text: string, wanted: string, advance: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + advance)) found.push(at);
  return found;
}

describe("a text that is looked for", () => {
  it("is found where a plain search finds it, short or long [SAFE-162]", () => {
    const unit = fc.constantFrom("a", "ab", "\n", "aab\n", "😀", "é");
    const parts = fc.array(unit, { minLength: 1, maxLength: 6 }).map((list) => list.join(""));
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 6 }),
        parts,
        fc.nat(400),
        fc.nat(20),
        (around, part, times, shorter) => {
          const wanted = part.repeat(times + 1).slice(0, -shorter || undefined) || "a";
          const text = around.map((each) => each.repeat(300) + wanted).join("") + part.repeat(times);
          const advance = Math.max(1, wanted.length - (shorter % 2));
          expect(findOccurrences(text, wanted, { advance })).toEqual(findPlainly(text, wanted, advance));
          expect(findOccurrences(text, wanted, { from: 5, limit: 2 })).toEqual(
            findPlainly(text, wanted, wanted.length).length === 0
              ? []
              : findOccurrences(text.slice(5), wanted, { limit: 2 }).map((at) => at + 5),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it("and repeats itself but for its middle takes a number of comparisons that grows with the lengths [SAFE-162]", () => {
    const row = "row of a table\n";
    let reads = 0;
    const wanted = `${row.repeat(200)}x${row.repeat(200)}`;
    const text = row.repeat(2000);
    // A string that counts how often it is looked at: the engine's own search would not look at it at all.
    const counted = { length: text.length, charCodeAt: (at: number) => ((reads += 1), text.charCodeAt(at)) };
    expect(findOccurrences(counted as unknown as string, wanted)).toEqual([]);
    expect(reads).toBe(text.length);
  });
});
