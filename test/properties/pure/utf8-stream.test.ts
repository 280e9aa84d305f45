/** Strict UTF-8 in blocks against Node's judgement of the whole. */
import { isUtf8 } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countUtf8Characters, Utf8Checker } from "../../../src/text/utf8-stream.js";

/** Mostly valid text with the bytes around which mistakes are made. */
const bytes = fc
  .array(
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom("a", "é", "漢", "😀", "\u07ff", "\u0800", "\uffff", "\u{10ffff}"),
      },
      { weight: 1, arbitrary: fc.constantFrom(0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xf0, 0xf4, 0xf5, 0xff) },
    ),
    { maxLength: 24 },
  )
  .map((parts) =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part])))),
  );

/** Consecutive parts of the given lengths, then the rest. */
function split(whole: Buffer, lengths: readonly number[]): Buffer[] {
  const blocks: Buffer[] = [];
  let position = 0;
  for (const length of lengths) {
    blocks.push(whole.subarray(position, position + length));
    position += length;
  }
  return [...blocks, whole.subarray(position)].filter((block) => block.length > 0);
}

function isCompleteOver(blocks: readonly Buffer[]): boolean {
  const checker = new Utf8Checker();
  for (const block of blocks)
    checker.feed(
      block,
      block.every((byte) => byte < 0x80),
    );
  return checker.isComplete;
}

describe("UTF-8 in blocks", () => {
  it("is judged as the whole is, for blocks longer than a character", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 4, max: 12 }), { maxLength: 6 }), (whole, lengths) => {
        expect(isCompleteOver(split(whole, lengths))).toBe(isUtf8(whole));
      }),
      { numRuns: 1000 },
    );
  });

  it("is judged as the whole is, for blocks of any length", () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), (whole, lengths) => {
        expect(isCompleteOver(split(whole, lengths))).toBe(isUtf8(whole));
      }),
      { numRuns: 1000 },
    );
  });

  it("has as many characters as its blocks together [READ-2]", () => {
    const texts = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), (text, lengths) => {
        const counts = split(Buffer.from(text), lengths).map(countUtf8Characters);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Array.from(text).length);
      }),
    );
  });
});
