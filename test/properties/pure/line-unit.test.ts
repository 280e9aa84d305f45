/** Newlines in bytes against newlines in the decoded text. */

import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { countNewlines, findNextLine, lineUnitOf, skipLines } from "../../../src/text/line-unit.js";

/** Characters that hold the newline's byte in one place or another of their bytes. */
const plane0 = ["\n", "\r", "\u0a0a", "\u0a00", "\u0a0b", "\u000b", "\u010a", "\u100a", "a", "漢"];
const characters = fc.constantFrom(...plane0, "\u{10a0a}", "\u{1f60a}", "\u{a0a0a}");
const texts = fc.string({ unit: characters, maxLength: 40 });

const encodings = [
  ["UTF-8", "utf8"],
  ["UTF-16LE", "utf16-le"],
  ["UTF-16BE", "utf16-be"],
  ["UTF-32LE", "utf-32le"],
  ["UTF-32BE", "utf-32be"],
] as const;

describe("lines in bytes", () => {
  it.each(encodings)("of %s begin where the lines of the text do [READ-15]", (name, label) => {
    const unit = lineUnitOf(name);
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = iconv.encode(text, label);
        const lines = text.split("\n");
        const starts = lines.slice(0, -1).map((_, index) => {
          const before = lines.slice(0, index + 1).map((line) => `${line}\n`);
          return iconv.encode(before.join(""), label).length;
        });
        expect(countNewlines(bytes, unit)).toBe(starts.length);
        expect(starts.map((_, index) => skipLines(bytes, index + 1, unit))).toEqual(starts);
        expect(skipLines(bytes, starts.length + 1, unit)).toBe(-1);
        const found = [0, ...starts].map((start) => findNextLine(bytes, start, unit));
        expect(found).toEqual([...starts, -1]);
      }),
      { numRuns: 300 },
    );
  });
});
