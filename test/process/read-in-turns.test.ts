import { PassThrough } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readInTurns } from "../../src/process/read-in-turns.js";

/** Resolves when all that has come is taken. */
const taken = (reader: ReturnType<typeof readInTurns>): Promise<void> =>
  new Promise((resolve) => reader.whenTaken(resolve));

describe("A stream that is read in turns", () => {
  it("comes whole and in order, however it was cut and whoever sets it going [SEARCH-4]", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40_000 }), { maxLength: 8 }),
        fc.boolean(),
        async (sizes, isResumed) => {
          const stream = new PassThrough({ highWaterMark: 1 << 20 });
          let total = 0;
          const heard: number[] = [];
          const reader = readInTurns(stream, (slice) => {
            for (const byte of slice) heard.push(byte);
            return true;
          });
          const sent: number[] = [];
          for (const size of sizes) {
            const piece = Uint8Array.from({ length: size }, (_, index) => (total + index) % 251);
            total += size;
            sent.push(...piece);
            stream.write(piece);
            // As Node does to the streams of a program that has ended.
            if (isResumed) stream.resume();
            await nextTurn();
          }
          stream.end();
          await new Promise((resolve) => stream.once("end", resolve));
          await taken(reader);
          expect(heard).toEqual(sent);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("comes again from where its reader stopped because the turn was over [SEARCH-11]", async () => {
    const stream = new PassThrough({ highWaterMark: 1 << 20 });
    const heard: number[] = [];
    let turns = 0;
    const reader = readInTurns(stream, (slice, isTurnOver) => {
      // Three bytes a turn.
      for (const [index, byte] of slice.entries()) {
        heard.push(byte);
        if (index < 2) continue;
        const until = performance.now() + 20;
        while (!isTurnOver() && performance.now() < until);
        turns += 1;
        return index + 1;
      }
      return true;
    });
    const sent = Uint8Array.from({ length: 40 }, (_, index) => index);
    stream.end(sent);
    await new Promise((resolve) => stream.once("end", resolve));
    await taken(reader);
    expect(heard).toEqual([...sent]);
    expect(turns).toBe(13);
  });

  it("lets other work in between, and takes no more once there is enough [SEARCH-11]", async () => {
    const stream = new PassThrough({ highWaterMark: 1 << 22 });
    let turns = 0;
    let slices = 0;
    const count = setInterval(() => (turns += 1), 0);
    const reader = readInTurns(stream, () => {
      slices += 1;
      const until = performance.now() + 3;
      while (performance.now() < until);
      return slices < 20;
    });
    stream.end(Buffer.alloc(1 << 20));
    await new Promise((resolve) => stream.once("end", resolve));
    await taken(reader);
    clearInterval(count);
    expect(slices).toBe(20);
    expect(turns).toBeGreaterThan(3);
  });
});
