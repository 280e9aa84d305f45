import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHunks } from "../../../src/text/diff/hunks.js";
import { renderHunks } from "../../../src/text/diff/render-hunks.js";
import { findShownLines } from "../../../src/text/diff/shown-lines.js";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { trickyTexts } from "../../support/line-diffs.js";

const hunksOf = (before: string, after: string) => createHunks(splitLines(before), splitLines(after));
const wide = { maxLines: 1000, maxCharacters: 100_000 };

describe("The lines that a rendered diff shows", () => {
  it("are those of the new text, with the lines around the changes [PERM-63]", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index + 1}\n`);
    const hunks = createHunks(lines, lines.with(4, "five\n").toSpliced(20, 2));
    expect(findShownLines(hunks, renderHunks(hunks, wide))).toEqual([
      { from: 2, to: 8 },
      { from: 18, to: 23 },
    ]);
  });

  it("are none where all is removed, and none of a line that is cut [PERM-63]", () => {
    const removed = hunksOf("a\nb\n", "");
    expect(findShownLines(removed, renderHunks(removed, wide))).toEqual([]);
    const long = hunksOf("", `${"x".repeat(401)}\n${"y".repeat(400)}\r\n${"z".repeat(400)}`);
    expect(findShownLines(long, renderHunks(long, wide))).toEqual([{ from: 2, to: 3 }]);
  });

  it("are exactly those that stand in its text, however much is hidden [PERM-63]", () => {
    fc.assert(
      fc.property(trickyTexts, trickyTexts, fc.integer({ min: 2, max: 30 }), (before, after, maxLines) => {
        const hunks = hunksOf(before, after);
        const rendered = renderHunks(hunks, { ...wide, maxLines });
        const shown: number[] = [];
        let next = 0;
        for (const line of rendered.text.split("\n")) {
          const header = /^@@ .* \+(\d+),\d+ @@$/.exec(line);
          if (header !== null) next = Number(header[1]);
          else if (line.startsWith(" ") || line.startsWith("+")) shown.push(next++);
        }
        const listed = findShownLines(hunks, rendered).flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        );
        expect(listed).toEqual(shown);
      }),
      { numRuns: 500 },
    );
  });
});
