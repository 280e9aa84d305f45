import { describe, expect, it } from "vitest";
import { BLOCK_BYTES, BLOCK_SLOTS, BlockKernels, DIGEST_BYTES } from "../../src/text/block-kernels.js";

const kernels = new BlockKernels();

/** Scans `bytes` over whatever `stale` leaves behind them. */
function scan(bytes: Uint8Array, stale: number, slot: number = 0): ReturnType<BlockKernels["scan"]> {
  kernels.slot(slot).fill(stale).set(bytes);
  return kernels.scan(slot, bytes.length);
}

describe("scanning a block", () => {
  it.each([0, 1, 15, 16, 17, 63, 64, 65, 100, 127, 128, BLOCK_BYTES - 1, BLOCK_BYTES])(
    "of %d bytes does not depend on what lies after it [READ-15]",
    (length) => {
      const bytes = new Uint8Array(length).map((_, index) =>
        index % 80 === 79 ? 0x0a : 0x20 + (index % 90),
      );
      const clean = scan(bytes, 0);
      expect(clean).toMatchObject({ newlines: Math.floor(length / 80), isAscii: true });
      expect(clean.digest).toHaveLength(DIGEST_BYTES);
      expect([scan(bytes, 0xff), scan(bytes, 0x0a)]).toEqual([clean, clean]);
    },
  );

  it("gives the same answer in every slot, and leaves the others alone [READ-15]", () => {
    const bytes = Buffer.from("one\ntwo\nthr\u00e9e\n".repeat(100));
    const expected = scan(bytes, 0);
    for (let slot = 1; slot < BLOCK_SLOTS; slot += 1) expect(scan(bytes, 0xff, slot)).toEqual(expected);
    kernels.slot(1).fill(7);
    scan(bytes, 0xff, 0);
    scan(bytes, 0xff, 2);
    expect(kernels.slot(1).every((byte) => byte === 7)).toBe(true);
  });

  it("gives out digests that later scans do not change [READ-16]", () => {
    const first = scan(Buffer.from("first"), 0).digest;
    const copy = first.slice();
    scan(Buffer.from("second"), 0);
    expect(first).toEqual(copy);
  });

  it.each([
    ["the newline at the very end", "x".repeat(BLOCK_BYTES - 1) + "\n", 1, BLOCK_BYTES],
    ["fewer newlines than wanted", "a\nb\nc", 3, -1],
    ["newlines only", "\n".repeat(200), 137, 137],
    ["no lines to skip", "a\nb", 0, 0],
    ["an empty block", "", 1, -1],
  ])("skips lines over %s [READ-15]", (_, text, lines, expected) => {
    kernels.slot(3).fill(0x0a).set(Buffer.from(text));
    expect(kernels.skipLines(3, text.length, lines)).toBe(expected);
  });
});
