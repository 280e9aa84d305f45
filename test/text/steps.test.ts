/** Long work is done in steps, so that a caller can let others come between. */
import { describe, expect, it } from "vitest";
import {
  applyByteSplices,
  applyByteSplicesInSteps,
  type ByteSplice,
  joinNearSplices,
  toByteSplicesInSteps,
} from "../../src/text/byte-splices.js";
import { utf8, utf8Codec } from "../../src/text/codec.js";
import { createHunksInSteps } from "../../src/text/diff/splice-hunks.js";
import { planEditInSteps } from "../../src/text/edit/plan-edit.js";
import { finish, type Steps } from "../../src/text/steps.js";
import { planOf, requestOf } from "../support/edits.js";

const PLACES = 20_000;

function countSteps(steps: Steps<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

describe.each([
  ["a line each", "x = old;\n"],
  ["one line", "old,"],
  ["CRLF lines", "old;\r\n"],
  ["lines far from each other", "old\na\nb\nc\nd\ne\nf\ng\nh\n"],
])("Replacing very many places in %s", (_, row) => {
  const text = row.repeat(PLACES);
  const request = requestOf("old", "new!", { replaceAll: true });

  it("is planned, encoded, applied and shown in steps [SAFE-160]", () => {
    const { splices } = planOf(text, request);
    const bytes = Buffer.from(text);
    const encoded = finish(toByteSplicesInSteps({ text, bytes, encoding: utf8, codec: utf8Codec }, splices));
    const byteSplices = encoded.kind === "splices" ? encoded.splices : [];
    const enough = Math.floor(PLACES / 1100);
    expect(countSteps(planEditInSteps(text, request))).toBeGreaterThan(enough);
    expect(
      countSteps(toByteSplicesInSteps({ text, bytes, encoding: utf8, codec: utf8Codec }, splices)),
    ).toBeGreaterThan(enough);
    expect(countSteps(applyByteSplicesInSteps(bytes, byteSplices))).toBeGreaterThan(enough);
    expect(countSteps(createHunksInSteps({ text, firstLine: 1 }, splices))).toBeGreaterThan(enough);
  });
});

describe("Splices that are joined", () => {
  const bytes = Buffer.from("0123456789".repeat(2000));
  const at = (start: number, length: number, text: string): ByteSplice => ({
    start,
    end: start + length,
    bytes: Buffer.from(text),
  });

  it.each([
    ["near to each other", Array.from({ length: 1500 }, (_, index) => at(index * 10, 3, "new!"))],
    ["far from each other", Array.from({ length: 300 }, (_, index) => at(index * 60, 3, "new!"))],
    [
      "insertions and deletions",
      Array.from({ length: 1900 }, (_, index) => at(index * 10 + 1, index % 3, "x".repeat(index % 5))),
    ],
    ["without a gap", Array.from({ length: 2000 }, (_, index) => at(index * 10, 10, "abc"))],
  ])("make the same change: %s [SAFE-161]", (_, splices) => {
    const after = applyByteSplices(bytes, splices);
    const joined = joinNearSplices(splices, after);
    expect(Buffer.from(applyByteSplices(bytes, joined)).equals(after)).toBe(true);
    expect(joined.length).toBeLessThanOrEqual(splices.length);
    for (const [index, { start, end }] of joined.entries()) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(start).toBeGreaterThanOrEqual(joined[index - 1]?.end ?? 0);
    }
  });

  it("are few where they are near [SAFE-161]", () => {
    const splices = Array.from({ length: 2000 }, (_, index) => at(index * 10, 3, "new!"));
    expect(joinNearSplices(splices, applyByteSplices(bytes, splices))).toHaveLength(1);
  });
});
