/** Merges of any texts: what holds for all of them, and what a line-by-line merge must give where lines are told apart. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeLines } from "../../../src/text/diff/merge-lines.js";
import { trickyTexts } from "../../support/line-diffs.js";

describe("the merge of any three texts", () => {
  it("with one side unchanged is the other side, and with equal sides that text [MERGE-1]", () => {
    fc.assert(
      fc.property(trickyTexts, trickyTexts, (base, changed) => {
        const clean = { text: changed, conflicts: [] };
        expect(mergeLines(base, changed, base)).toEqual(clean);
        expect(mergeLines(base, base, changed)).toEqual(clean);
        expect(mergeLines(base, changed, changed)).toEqual(clean);
      }),
    );
  });

  it("is the same either way round but for the names of the sides [MERGE-2]", () => {
    fc.assert(
      fc.property(trickyTexts, trickyTexts, trickyTexts, (base, ours, theirs) => {
        const merged = mergeLines(base, ours, theirs);
        const turned = mergeLines(base, theirs, ours);
        expect(turned.conflicts.map((one) => ({ ...one, ours: one.theirs, theirs: one.ours }))).toEqual(
          merged.conflicts,
        );
        if (merged.conflicts.length === 0) expect(turned.text).toBe(merged.text);
      }),
    );
  });

  it("holds every line a side added and none it removed, unless it says conflict [MERGE-1, MERGE-2]", () => {
    const kinds = fc.array(fc.constantFrom("keep", "keep", "keep", "keep", "keep", "change", "drop", "add"), {
      minLength: 8,
      maxLength: 8,
    });
    const edited = (marks: readonly string[], side: string): string[][] =>
      marks.map((mark, index) => {
        if (mark === "drop") return [];
        if (mark === "change") return [`${side} ${index}\n`];
        return mark === "add" ? [`line ${index}\n`, `${side} new ${index}\n`] : [`line ${index}\n`];
      });
    fc.assert(
      fc.property(kinds, kinds, (ours, theirs) => {
        const [left, right] = [edited(ours, "ours"), edited(theirs, "theirs")];
        const base = ours.map((_, index) => `line ${index}\n`).join("");
        const merged = mergeLines(base, left.flat().join(""), right.flat().join(""));
        if (merged.conflicts.length > 0) return;
        const expected = left.flatMap((lines, index) => {
          const others = right[index] ?? [];
          const isOurs = lines[0] !== `line ${index}\n`;
          return [...(isOurs ? lines : others).slice(0, 1), ...lines.slice(1), ...others.slice(1)];
        });
        expect(merged.text).toBe(expected.join(""));
        const competing = new Set(["change change", "change drop", "drop change", "add add"]);
        const pairs = ours.map((mark, index) => `${mark} ${theirs[index]}`);
        expect(pairs.filter((pair) => competing.has(pair))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
