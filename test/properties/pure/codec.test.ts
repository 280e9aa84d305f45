/** Bytes to text and back, for the encodings that Node has built in. */
import { isUtf8 } from "node:buffer";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type EncodingName, loadCodec } from "../../../src/text/codec.js";

async function roundTrip(name: EncodingName, bytes: Uint8Array): Promise<Uint8Array> {
  const codec = await loadCodec(name);
  return new Uint8Array(codec.encode(codec.decode(bytes)));
}

const anyBytes = fc.uint8Array({ maxLength: 300 });
const evenBytes = anyBytes.map((bytes) => bytes.slice(0, bytes.length & ~1));
const anyText = fc.string({ unit: "binary", maxLength: 100 });

/** UTF-8 in which bytes were changed or cut off. */
const damagedUtf8 = fc
  .tuple(anyText, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }), fc.nat(3))
  .map(([text, changes, cut]) => {
    const bytes = new TextEncoder().encode(text);
    for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes.subarray(0, Math.max(0, bytes.length - cut));
  });

describe("bytes that go through text", () => {
  it.each<[EncodingName, fc.Arbitrary<Uint8Array>]>([
    ["Latin-1", anyBytes],
    ["UTF-16LE", evenBytes],
    ["UTF-16BE", evenBytes],
    [
      "UTF-8",
      fc.oneof(
        anyBytes,
        anyText.map((text) => new TextEncoder().encode(text)),
        damagedUtf8,
      ),
    ],
  ])("as %s come back as they were [READ-11]", async (name, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (bytes) => {
        expect(await roundTrip(name, bytes)).toEqual(bytes);
      }),
    );
  });

  it("as UTF-8 are text like any other where they are valid, and lone surrogates where not [SAFE-154]", async () => {
    const codec = await loadCodec("UTF-8");
    fc.assert(
      fc.property(fc.oneof(anyBytes, damagedUtf8), (bytes) => {
        const text = codec.decode(bytes);
        expect(text.isWellFormed()).toBe(isUtf8(bytes));
        expect(text.toWellFormed()).toHaveLength(text.length);
        const escapes = Array.from(text).filter((character) => !character.isWellFormed());
        for (const escape of escapes) expect(escape).toMatch(/^[\udc80-\udcff]$/);
        if (isUtf8(bytes)) expect(text).toBe(Buffer.from(bytes).toString("utf8"));
      }),
    );
  });

  it("in UTF-16BE are those of UTF-16LE with each pair swapped [READ-11]", async () => {
    const little = await loadCodec("UTF-16LE");
    const big = await loadCodec("UTF-16BE");
    fc.assert(
      fc.property(anyText, (text) => {
        expect(new Uint8Array(big.encode(text))).toEqual(
          new Uint8Array(Buffer.from(little.encode(text)).swap16()),
        );
      }),
    );
  });

  it.each<[EncodingName, string]>([
    ["UTF-8", "aé漢😀"],
    ["UTF-16LE", "a漢😀\u0a0a"],
    ["UTF-16BE", "a漢😀\u0a0a"],
    ["Latin-1", "aé"],
    // Four bytes, but no surrogate pair: iconv-lite loses half of a pair whose last byte comes alone.
    ["GB18030", "a中ㆠ"],
    ["Shift_JIS", "a日ｶ"],
    ["EUC-JP", "a日本"],
    ["Big5", "a繁體"],
  ])("in parts of %s become the text of the whole [READ-15]", async (name, letters) => {
    const codec = await loadCodec(name);
    const texts = fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 40 });
    // Parts of wide encodings end between units, as blocks of a file do.
    const width = name.startsWith("UTF-16") ? 2 : 1;
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), (text, sizes) => {
        const decoder = codec.createDecoder();
        let rest = codec.encode(text);
        let decoded = "";
        for (const size of sizes) {
          decoded += decoder.write(rest.subarray(0, size * width));
          rest = rest.subarray(size * width);
        }
        expect(decoded + decoder.write(rest)).toBe(text);
      }),
    );
  });
});
