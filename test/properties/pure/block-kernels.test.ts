/** The SIMD loops against plain ones. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockKernels } from "../../../src/text/block-kernels.js";

const kernels = new BlockKernels();
const STRIPE = 64;

function load(bytes: Uint8Array): void {
  // Only the neighbourhood of the block can matter; filling all of the slot each time would be slow.
  const slot = kernels.slot(0);
  slot.fill(0xff, 0, Math.min(slot.length, bytes.length + 2 * STRIPE));
  slot.set(bytes);
}

function digestOf(bytes: Uint8Array): string {
  load(bytes);
  return Buffer.from(kernels.scan(0, bytes.length).digest).toString("hex");
}

const newlineRich = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
  { weight: 2, arbitrary: fc.constant(0x0a) },
);
const asciiBlocks = fc.array(newlineRich, { maxLength: 2000 }).map((bytes) => Uint8Array.from(bytes));
const blocks = fc.oneof(asciiBlocks, fc.uint8Array({ maxLength: 2000 }));

describe("the block kernels", () => {
  it("count newlines and tell ASCII as a plain loop does [READ-15]", () => {
    fc.assert(
      fc.property(blocks, (bytes) => {
        load(bytes);
        const { newlines, isAscii } = kernels.scan(0, bytes.length);
        expect({ newlines, isAscii }).toEqual({
          newlines: bytes.filter((byte) => byte === 0x0a).length,
          isAscii: bytes.every((byte) => byte < 0x80),
        });
      }),
    );
  });

  it("skip lines as a plain loop does [READ-15]", () => {
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 900 }), (bytes, wanted) => {
        const ends = [...bytes.keys()].filter((index) => bytes[index] === 0x0a).map((index) => index + 1);
        const lines = Math.min(wanted, ends.length + 1);
        load(bytes);
        expect(kernels.skipLines(0, bytes.length, lines)).toBe(ends[lines - 1] ?? -1);
      }),
    );
  });

  it("digest any single changed byte into something else [READ-16]", () => {
    const changes = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 600 }), changes, (bytes, [place, difference]) => {
        const changed = bytes.slice();
        const index = place % bytes.length;
        changed[index] = (changed[index] ?? 0) ^ difference;
        expect(digestOf(changed)).not.toBe(digestOf(bytes));
        expect(digestOf(bytes)).toBe(digestOf(bytes.slice()));
      }),
      { numRuns: 500 },
    );
  });

  it("digest two swapped stripes into something else [READ-16]", () => {
    const stripes = fc.array(fc.uint8Array({ minLength: STRIPE, maxLength: STRIPE }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(stripes, fc.nat(), fc.nat(), (parts, left, right) => {
        const [a, b] = [left % parts.length, right % parts.length];
        const [first, second] = [parts[a] as (typeof parts)[0], parts[b] as (typeof parts)[0]];
        fc.pre(Buffer.compare(first, second) !== 0);
        const swapped = parts.with(a, second).with(b, first);
        expect(digestOf(Buffer.concat(swapped))).not.toBe(digestOf(Buffer.concat(parts)));
      }),
    );
  });
});
