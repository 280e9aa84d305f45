/** Lines too long to be shown, collected from blocks, against the view of the whole text. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterCounterFor } from "../../../src/content/decode-text.js";
import { LineCollector } from "../../../src/content/line-collector.js";
import { type EncodingName, loadCodec } from "../../../src/text/codec.js";
import { lineUnitOf } from "../../../src/text/line-unit.js";
import { countCodePoints, LineNumbering, viewLines } from "../../../src/text/numbered-view.js";

const numbering = new LineNumbering("→");

/** Letters that each encoding has, of all the lengths it has. */
const alphabets: Partial<Record<EncodingName, string[]>> = {
  "UTF-8": ["a", "é", "漢", "😀", "\r"],
  "UTF-16LE": ["a", "漢", "😀", "\u0a0a", "\u0d0d", "\r"],
  "UTF-16BE": ["a", "漢", "😀", "\u0a00", "\u0d00", "\r"],
  "UTF-32LE": ["a", "漢", "😀", "\r"],
  GB18030: ["a", "中", "𠮷", "ㆠ", "\r"],
  Shift_JIS: ["a", "日", "ｶ", "\r"],
  "EUC-KR": ["a", "한", "똠", "\r"],
  "Latin-1": ["a", "é", "\r"],
};

describe("a long line that comes in blocks", () => {
  it.each(Object.entries(alphabets))(
    "in %s is shown, cut and counted as in one piece [READ-15, READ-2]",
    async (key, alphabet) => {
      const name = key as EncodingName;
      const codec = await loadCodec(name);
      const unit = lineUnitOf(name);
      const lines = fc
        .tuple(
          fc.array(fc.constantFrom(...alphabet), { maxLength: 3 }),
          fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 300, max: 6000 }),
        )
        .map(([start, letters, times]) => start.join("") + letters.join("").repeat(times));
      // A stray carriage return as the last unit that is kept.
      const onBorder = `${"a".repeat(8192 / unit.width - 1)}\r${"a".repeat(3000)}`;
      const cuts = fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 5 });
      fc.assert(
        fc.property(lines, cuts, fc.constantFrom("", "\n", "\r\n"), (line, sizes, ending) => {
          const text = `first\n${line}${ending}${ending === "" ? "" : "last"}`;
          const collector = new LineCollector({
            firstLine: 1,
            maxLines: 3,
            maxBytes: Number.MAX_SAFE_INTEGER,
            unit,
            countCharacters: (bytes) => countCodePoints(codec.decode(bytes)),
            createCounter: characterCounterFor(codec, { name, bomLength: 0 }),
          });
          let rest = codec.encode(text);
          for (const size of sizes) {
            collector.feed(rest.subarray(0, size * unit.width));
            rest = rest.subarray(size * unit.width);
          }
          collector.feed(rest);
          const { bytes, hiddenBeyond } = collector;
          const request = { startLine: 1, maxLines: 3, numbering };
          const collected = viewLines(codec.decode(bytes), { ...request, hiddenBeyond });
          expect(collected).toEqual(viewLines(text, request));
        }),
        { numRuns: 60, examples: [[onBorder, [], "\n"]] },
      );
    },
  );
});
