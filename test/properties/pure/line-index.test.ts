/** Where lines are found against counting newlines from the start. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineIndex } from "../../../src/content/line-index.js";
import type { FileStat } from "../../../src/fs/file-system.js";
import { BLOCK_BYTES, DIGEST_BYTES } from "../../../src/text/block-kernels.js";

const stat: FileStat = {
  kind: "file",
  size: 1,
  mode: 0o644,
  links: 1,
  device: 1n,
  inode: 1n,
  modifiedNs: 1n,
  changedNs: 1n,
};

const digestOf = (value: number): Uint8Array => new Uint8Array(DIGEST_BYTES).fill(value);

/** An index over whole blocks with the given numbers of newlines, the last one of `lastLength` bytes. */
function indexOf(newlines: readonly number[], lastLength: number, endsWithNewline: boolean): LineIndex {
  const index = new LineIndex(stat, true);
  for (const [block, count] of newlines.entries()) {
    const isLast = block === newlines.length - 1;
    const length = isLast ? lastLength : BLOCK_BYTES;
    index.addBlock(
      { newlines: count, isAscii: true, digest: digestOf(block) },
      length,
      count,
      isLast && endsWithNewline,
    );
  }
  return index;
}

/** The block of the newline before each line, and its place among the newlines of that block. */
function placesOf(newlines: readonly number[]): { block: number; skip: number }[] {
  const places = newlines.flatMap((count, block) =>
    Array.from({ length: count }, (_, place) => ({ block, skip: place + 1 })),
  );
  return [{ block: 0, skip: 0 }, ...places];
}

const counts = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 6 })), {
  minLength: 1,
  maxLength: 20,
});

describe("a line index", () => {
  it("finds every line behind the newline before it, and none beyond [READ-15]", () => {
    fc.assert(
      fc.property(counts, (newlines) => {
        const index = indexOf(newlines, 100, false);
        const places = placesOf(newlines);
        expect(places.map((_, line) => index.locate(line + 1))).toEqual(places);
        expect(index.locate(places.length + 1)).toBeUndefined();
        expect(index.newlines).toBe(places.length - 1);
      }),
    );
  });

  it("knows lines, bytes and version once it is complete [READ-15]", () => {
    fc.assert(
      fc.property(
        counts,
        fc.integer({ min: 1, max: BLOCK_BYTES }),
        fc.boolean(),
        (newlines, last, endsWith) => {
          const index = indexOf(newlines, last, endsWith);
          expect([index.totalLines, index.isComplete, index.version.id.startsWith("stat:")]).toEqual([
            undefined,
            false,
            true,
          ]);
          index.complete();
          const total = newlines.reduce((sum, count) => sum + count, 0);
          const blockLengths = newlines.map((_, block) => index.blockLength(block));
          const bytes = (newlines.length - 1) * BLOCK_BYTES + last;
          expect({
            totalLines: index.totalLines,
            scanned: index.scannedBytes,
            size: index.version.size,
            bytes: blockLengths.reduce((sum, length) => sum + length, 0),
          }).toEqual({ totalLines: total + (endsWith ? 0 : 1), scanned: bytes, size: bytes, bytes });
        },
      ),
    );
  });

  it("vouches for each block by its own digest only [READ-16]", () => {
    const index = indexOf([1, 2, 3], 50, true);
    expect([
      index.hasDigest(1, digestOf(1)),
      index.hasDigest(1, digestOf(2)),
      index.hasDigest(1, digestOf(1).slice(1)),
      index.hasDigest(3, digestOf(3)),
    ]).toEqual([true, false, false, false]);
  });

  it("of an empty file has no lines [READ-9]", () => {
    const index = new LineIndex({ ...stat, size: 0 }, true);
    index.complete();
    expect([index.totalLines, index.locate(1), index.locate(2)]).toEqual([
      0,
      { block: 0, skip: 0 },
      undefined,
    ]);
  });
});
