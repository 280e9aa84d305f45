/** Texts and places in them to be replaced, for the tests of edits and their hunks. */
import * as fc from "fast-check";
import type { Splice } from "../../src/text/splice.js";
import { trickyTexts } from "./line-diffs.js";

interface TextWithSplices {
  readonly text: string;
  readonly splices: readonly Splice[];
}

const replacements = fc.constantFrom("", "x", "a\n", "\n", "x\ny", "\r\n", "a\nb\nc\n", "$&");

/** Any places, in lines that repeat; every second one removes, so that lines are joined as well. */
export const textsWithSplices: fc.Arbitrary<TextWithSplices> = fc
  .tuple(
    fc.tuple(trickyTexts, trickyTexts, trickyTexts).map((texts) => texts.join("")),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 6 }), replacements), { maxLength: 4 }),
  )
  .map(([text, places]) => ({ text, splices: placeSplices(text, places) }));

function placeSplices(text: string, places: readonly [number, number, string][]): Splice[] {
  const splices: Splice[] = [];
  const wanted = places.map(([place, length, added]) => ({
    start: place % (text.length + 1),
    length,
    added,
  }));
  let position = 0;
  for (const { start, length, added } of wanted.toSorted((a, b) => a.start - b.start)) {
    if (start < position) continue;
    const end = Math.min(start + length, text.length);
    splices.push({ start, end, text: added });
    position = end;
  }
  return splices;
}
