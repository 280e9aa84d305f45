/** Lines gathered from blocks against the lines of the whole. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineCollector } from "../../../src/content/line-collector.js";
import { byteUnit, lineUnitOf } from "../../../src/text/line-unit.js";
import { countUtf8Characters } from "../../../src/text/utf8-stream.js";

function split(whole: Buffer, lengths: readonly number[]): Buffer[] {
  let position = 0;
  const blocks = lengths.map((length) => {
    position += length;
    return whole.subarray(position - length, position);
  });
  return [...blocks, whole.subarray(position)];
}

function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

const options = {
  firstLine: 1,
  maxBytes: Number.MAX_SAFE_INTEGER,
  unit: byteUnit,
  countCharacters: countUtf8Characters,
  createCounter: () => {
    let total = 0;
    return (part: Uint8Array) => {
      total += countUtf8Characters(part);
      return total;
    };
  },
};
const texts = fc.string({ unit: fc.constantFrom("\n", "\r", "a", "é", "漢", "😀"), maxLength: 120 });
const lengths = (max: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max }), { maxLength: 12 });

describe("collected lines", () => {
  it("are the first ones, whatever the blocks [READ-15]", () => {
    fc.assert(
      fc.property(texts, lengths(20), fc.integer({ min: 1, max: 20 }), (text, sizes, maxLines) => {
        const collector = new LineCollector({ ...options, maxLines });
        for (const block of split(Buffer.from(text), sizes)) collector.feed(block);
        const lines = splitLines(text);
        expect({
          text: Buffer.from(collector.bytes).toString(),
          isFull: collector.isFull,
          isClipped: collector.isClipped,
          hidden: [...collector.hiddenBeyond],
        }).toEqual({
          text: lines.slice(0, maxLines).join(""),
          isFull: text.split("\n").length - 1 >= maxLines,
          isClipped: false,
          hidden: [],
        });
      }),
    );
  });

  it("end with the line that passes the bytes allowed [READ-15]", () => {
    fc.assert(
      fc.property(texts, lengths(20), fc.integer({ min: 0, max: 60 }), (text, sizes, maxBytes) => {
        const collector = new LineCollector({ ...options, maxLines: 1000, maxBytes });
        for (const block of split(Buffer.from(`${text}\n`), sizes)) collector.feed(block);
        let expected = "";
        for (const line of splitLines(`${text}\n`)) {
          if (Buffer.byteLength(expected) <= maxBytes) expected += line;
        }
        expect(Buffer.from(collector.bytes).toString()).toBe(expected);
        expect(collector.isClipped).toBe(Buffer.byteLength(expected) > maxBytes);
      }),
    );
  });

  it("keep no more of a line than can be shown [READ-15]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60_000 }), lengths(20_000), (length, sizes) => {
        const collector = new LineCollector({ ...options, firstLine: 41, maxLines: 3 });
        for (const block of split(Buffer.from(`first\n${"x".repeat(length)}\nlast\n`), sizes)) {
          collector.feed(block);
        }
        const kept = Math.min(length, 8192);
        expect(Buffer.from(collector.bytes).toString()).toBe(`first\n${"x".repeat(kept)}\nlast\n`);
        expect([...collector.hiddenBeyond]).toEqual(
          length === kept ? [] : [[42, { characters: length - kept, endingLength: 1 }]],
        );
      }),
    );
  });

  it("of wide units are parted only at real newlines [READ-15]", () => {
    const wide = fc.string({ unit: fc.constantFrom("\n", "\u0a0a", "\u0a00", "\u010a", "a"), maxLength: 60 });
    fc.assert(
      fc.property(wide, lengths(8), fc.integer({ min: 1, max: 9 }), (text, sizes, maxLines) => {
        const unit = lineUnitOf("UTF-16LE");
        const collector = new LineCollector({ ...options, unit, maxLines });
        const blocks = split(
          Buffer.from(text, "utf16le"),
          sizes.map((size) => size * 2),
        );
        for (const block of blocks) collector.feed(block);
        expect(Buffer.from(collector.bytes).toString("utf16le")).toBe(
          splitLines(text).slice(0, maxLines).join(""),
        );
      }),
    );
  });
});
