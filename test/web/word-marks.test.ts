import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutSegments } from "../../web/src/parts/diff/segments.js";
import { findWordMarks, type Span } from "../../web/src/parts/diff/word-marks.js";

/** The line with its marks in brackets. */
const show = (text: string, spans: readonly Span[]): string =>
  cutSegments(text, { colours: [], marks: spans, showsTrailing: false })
    .map((segment) => (segment.isMarked ? `[${segment.text}]` : segment.text))
    .join("");

const mark = (before: string, after: string): readonly [string, string] => {
  const { removed, added } = findWordMarks(before, after);
  return [show(before, removed), show(after, added)];
};

describe("two versions of a line", () => {
  it.each([
    {
      what: "a word that was replaced",
      before: "return findRegion(before);",
      after: "return findPlace(before);",
      shown: ["return [findRegion](before);", "return [findPlace](before);"],
    },
    {
      what: "words that were added",
      before: "load(path)",
      after: "await load(path, options)",
      shown: ["load(path)", "[await ]load(path[, options])"],
    },
    {
      what: "neighbours with only a blank between them as one",
      before: "the quick fox jumps over",
      after: "the slow dog jumps over",
      shown: ["the [quick fox] jumps over", "the [slow dog] jumps over"],
    },
    {
      what: "letters beyond the basic plane whole",
      before: "const face = '😀 smile' + rest;",
      after: "const face = '😁 smile' + rest;",
      shown: ["const face = '[😀] smile' + rest;", "const face = '[😁] smile' + rest;"],
    },
  ])("have the words marked that differ: $what [WEB-23]", ({ before, after, shown }) => {
    expect(mark(before, after)).toEqual(shown);
  });

  it.each([
    { what: "nearly everything differs", before: "import fs from 'fs';", after: "const value = compute(1);" },
    { what: "one is empty", before: "", after: "something" },
    { what: "one is very long", before: `a ${"b ".repeat(1500)}`, after: "a b" },
  ])("have no marks where $what [WEB-23]", ({ before, after }) => {
    expect(findWordMarks(before, after)).toEqual({ removed: [], added: [] });
  });

  it("are the same outside of their marks, if they have any [WEB-23]", () => {
    const line = fc
      .array(fc.constantFrom("a", "b", "ab", " ", "  ", "(", ".", "é", "😀"), { maxLength: 25 })
      .map((words) => words.join(""));
    fc.assert(
      fc.property(line, line, (before, after) => {
        const { removed, added } = findWordMarks(before, after);
        if (removed.length + added.length === 0) return;
        const withoutBlanks = (text: string, spans: readonly Span[]): string =>
          cutSegments(text, { colours: [], marks: spans, showsTrailing: false })
            .map((segment) => (segment.isMarked ? "" : segment.text))
            .join("")
            .replaceAll(/\s+/g, "");
        expect(withoutBlanks(before, removed)).toBe(withoutBlanks(after, added));
      }),
    );
  });
});

describe("a line in pieces", () => {
  it("is the line again when they are put together [WEB-24]", () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 6 });
    const spans = cuts.map((places) => {
      const sorted = places.toSorted((left, right) => left - right);
      return Array.from({ length: Math.floor(sorted.length / 2) }, (_, at) => ({
        from: sorted[2 * at] ?? 0,
        to: sorted[2 * at + 1] ?? 0,
        colour: "string",
      }));
    });
    fc.assert(
      fc.property(fc.string({ minLength: 20, maxLength: 30 }), spans, spans, (text, colours, marks) => {
        const segments = cutSegments(text, { colours, marks, showsTrailing: true });
        expect(segments.map((segment) => segment.text).join("")).toBe(text);
        let position = 0;
        for (const { text: piece, colour, isMarked } of segments) {
          const isIn = ({ from, to }: Span): boolean => from <= position && position < to;
          expect(colour).toBe(colours.some(isIn) ? "string" : undefined);
          expect(isMarked).toBe(marks.some(isIn));
          position += piece.length;
        }
      }),
    );
  });

  it("has blanks at its end apart [WEB-24]", () => {
    const segments = cutSegments("a b \t", { colours: [], marks: [], showsTrailing: true });
    expect(segments).toEqual([
      { text: "a b", colour: undefined, isMarked: false, isTrailing: false },
      { text: " \t", colour: undefined, isMarked: false, isTrailing: true },
    ]);
  });
});
