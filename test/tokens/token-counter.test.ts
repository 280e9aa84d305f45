import { createHash } from "node:crypto";
import { Tokenizer } from "ai-tokenizer";
import * as claude from "ai-tokenizer/encoding/claude";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { countInPieces } from "../../src/tokens/count-in-pieces.js";
import { createTokenCounter } from "../../src/tokens/token-counter.js";
import { Vocabulary } from "../../src/tokens/vocabulary.js";

const LENGTH = 300_000;
const vocabulary = new Vocabulary();
afterAll(() => vocabulary.endIfIdle());

/** Letters without any pattern, the same in every run. */
function randomLetters(length: number): string {
  let letters = "";
  for (let index = 0; letters.length < length; index += 1) {
    const digest = createHash("sha512").update(`${index}`).digest();
    letters += String.fromCharCode(...digest.map((byte) => 97 + (byte % 26)));
  }
  return letters.slice(0, length);
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  countInPieces(text, (piece) => pieces.push(piece));
  return pieces;
}

describe("the token counter", () => {
  it.each<[string, string]>([
    ["one letter", "a".repeat(LENGTH)],
    ["blanks", " ".repeat(LENGTH)],
    ["random letters", randomLetters(LENGTH)],
    ["Chinese characters", "字".repeat(LENGTH)],
  ])("comes to an end on an unbroken run of 300,000 of %s [LIMIT-5]", async (_, text) => {
    const tokens = await createTokenCounter(undefined, vocabulary).count(text);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(Buffer.byteLength(text));
  });

  it("counts short texts as the vocabulary does [LIMIT-4]", async () => {
    const tokenizer = new Tokenizer(claude);
    const texts = ["", "hello world", "const x = 1;\n", "漢字かな😀", "\ud83d"];
    const counter = createTokenCounter(undefined, vocabulary);
    expect(await Promise.all(texts.map((text) => counter.count(text)))).toEqual(
      texts.map((text) => tokenizer.count(text)),
    );
    expect(counter.isBoundedByBytes).toBe(true);
  });

  it("is the host's own where it has one, of which nothing is assumed [LIMIT-4]", async () => {
    const counter = createTokenCounter(async (text) => text.length * 1000, vocabulary);
    expect({ tokens: await counter.count("abc"), isBoundedByBytes: counter.isBoundedByBytes }).toEqual({
      tokens: 3000,
      isBoundedByBytes: false,
    });
  });

  const failures: [string, () => unknown][] = [
    [
      "throws",
      () => {
        throw new Error("no network");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no network"))],
    ["returns NaN", () => Number.NaN],
    ["returns infinity", () => Number.POSITIVE_INFINITY],
    ["returns a negative number", () => -1],
    ["returns nothing", () => undefined],
    ["returns null", () => null],
    ["returns text", async () => "12"],
  ];
  it.each(failures)("counts by itself when the host's counter %s [LIMIT-420]", async (_, fail) => {
    const errors: unknown[] = [];
    const counter = createTokenCounter(fail as () => number, vocabulary, {
      onFailure: (error) => errors.push(error),
    });
    const own = await vocabulary.count("hello world");
    expect([await counter.count("hello world"), await counter.count("hello world")]).toEqual([own, own]);
    expect(errors).toEqual([expect.any(Error)]);
  });

  it("asks a host's counter that has failed no more within a call [LIMIT-420]", async () => {
    const calls: string[] = [];
    const hook = (text: string): number => {
      calls.push(text);
      throw new Error("no");
    };
    const counter = createTokenCounter(hook, vocabulary);
    await counter.count("a");
    await counter.count("b");
    await createTokenCounter(hook, vocabulary).count("c");
    expect(calls).toEqual(["a", "c"]);
  });

  it("stops waiting for a host's counter when the call is cancelled [LIMIT-420]", async () => {
    const errors: unknown[] = [];
    const controller = new AbortController();
    const counter = createTokenCounter(() => new Promise<never>(() => undefined), vocabulary, {
      signal: controller.signal,
      onFailure: (error) => errors.push(error),
    });
    const counting = (async () => counter.count("abc"))();
    controller.abort(new Error("cancelled"));
    await expect(counting).rejects.toThrow("cancelled");
    expect(errors).toEqual([]);
  });
});

describe("pieces of a text", () => {
  it.each([0, 1, 4095, 4096, 4097, 8192, 8193])("of %d letters cover it [LIMIT-5]", async (length) => {
    const pieces = piecesOf("x".repeat(length));
    expect(pieces.join("")).toBe("x".repeat(length));
    expect(pieces).toHaveLength(Math.ceil(length / 4096));
  });

  it("cover any text exactly, are bounded, and never part a surrogate pair [LIMIT-5]", async () => {
    const texts = fc
      .tuple(
        fc.integer({ min: 4080, max: 4100 }),
        fc.string({ unit: fc.constantFrom("😀", "a", "\ud83d", "\ude00"), minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 400 }),
      )
      .map(([shift, unit, times]) => "x".repeat(shift) + unit.repeat(times));
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const pieces = piecesOf(text);
        expect(pieces.join("")).toBe(text);
        expect(pieces.every((piece) => piece.length >= 1 && piece.length <= 4096)).toBe(true);
        expect(pieces.flatMap((piece) => Array.from(piece))).toEqual(Array.from(text));
      }),
      { numRuns: 50 },
    );
  });
});
