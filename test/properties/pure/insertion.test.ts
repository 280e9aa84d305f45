/** Insertions against what splicing a list of lines says. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../../src/text/diff/split-lines.js";
import { findLineEnd, planInsertion } from "../../../src/text/edit/plan-insertion.js";
import { endsWithReturns } from "../../../src/text/line-endings.js";
import { applySplices } from "../../../src/text/splice.js";

const pieces = (...list: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...list), { maxLength: 14 }).map((parts) => parts.join(""));
/** A lone carriage return is content, unless a line break comes to stand after it or the text has no other break. */
const texts = pieces("a", "b", " ", "\t", "\n", "\r\n", "\rc", "😀", "\ud83d", "$&");

/** A text's lines without their endings. */
const bodiesOf = (text: string): string[] => splitLines(text).map((line) => line.replace(/\r?\n$/, () => ""));
const endingsOf = (text: string): string[] => text.match(/\r?\n/g) ?? [];

describe("Lines put between the lines of any text", () => {
  it("are what splicing its list of lines makes, and leave every other byte alone [ANT-30]", () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(), (text, newText, anywhere) => {
        fc.pre(!endsWithReturns(text));
        const lines = splitLines(text);
        const line = anywhere % (lines.length + 1);
        const at = findLineEnd(text, line) ?? Number.NaN;
        const { splice } = planInsertion(text, { at, newText, stripTrailingBlanks: false });
        const after = applySplices(text, [splice]);
        expect(after.startsWith(lines.slice(0, line).join(""))).toBe(true);
        expect(after.endsWith(lines.slice(line).join(""))).toBe(true);
        const inserted = newText === "" ? [""] : bodiesOf(newText);
        expect(bodiesOf(after)).toEqual(bodiesOf(text).toSpliced(line, 0, ...inserted));
      }),
      { numRuns: 3000 },
    );
  });

  it("end as the text's lines do, or as they were sent where it has no other line [ANT-30]", () => {
    fc.assert(
      fc.property(texts, texts, fc.nat(), (text, newText, anywhere) => {
        const line = anywhere % (splitLines(text).length + 1);
        const at = findLineEnd(text, line) ?? Number.NaN;
        const { text: inserted } = planInsertion(text, { at, newText, stripTrailingBlanks: false }).splice;
        const own = new Set(endingsOf(text));
        const expected = own.size > 0 ? own : new Set([newText.includes("\r\n") ? "\r\n" : "\n"]);
        expect([...new Set(endingsOf(inserted))].filter((ending) => !expected.has(ending))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("end with a break, unless they follow a last line that has none [ANT-30]", () => {
    const insert = (text: string, line: number, newText: string): string =>
      applySplices(text, [
        planInsertion(text, {
          at: findLineEnd(text, line) ?? Number.NaN,
          newText,
          stripTrailingBlanks: true,
        }).splice,
      ]);
    expect(insert("a\nb\n", 1, "x")).toBe("a\nx\nb\n");
    expect(insert("a\nb\n", 1, "x\n")).toBe("a\nx\nb\n");
    expect(insert("a\nb\n", 2, "x")).toBe("a\nb\nx\n");
    expect(insert("a\nb", 2, "x")).toBe("a\nb\nx");
    expect(insert("a\nb", 2, "x\n")).toBe("a\nb\nx\n");
    expect(insert("a\r\nb", 2, "x\ny")).toBe("a\r\nb\r\nx\r\ny");
    expect(insert("a\nb", 0, "x")).toBe("x\na\nb");
    expect(insert("", 0, "x")).toBe("x\n");
    expect(insert("a\n", 1, "")).toBe("a\n\n");
    expect(insert("a\n", 0, "x \t\ny  ")).toBe("x\ny\na\n");
    expect(findLineEnd("a\nb\n", 3)).toBeUndefined();
    expect(findLineEnd("", 1)).toBeUndefined();
  });
});
