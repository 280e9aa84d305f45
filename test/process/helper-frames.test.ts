import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeFrame, FrameReader } from "../../src/process/helper-frames.js";

const bounds = { maxHeaderBytes: 1000, maxPayloadBytes: 1000 };

/** The same bytes in other pieces. */
function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
}

describe("Frames", () => {
  it("arrive as they were sent, however they are cut, one after another [PROC-1]", () => {
    const message = fc.record({
      header: fc.jsonValue({ maxDepth: 2 }).filter((value) => JSON.stringify(value).length < 900),
      payload: fc.uint8Array({ maxLength: 300 }),
    });
    const sent = fc.array(fc.tuple(message, fc.array(fc.nat(), { maxLength: 12 })), { maxLength: 4 });
    fc.assert(
      fc.property(sent, (list) => {
        const reader = new FrameReader({ maxHeaderBytes: 10_000, maxPayloadBytes: 300 });
        for (const [message, cuts] of list) {
          const answers = cut(Buffer.concat(encodeFrame(message)), cuts).map((piece) => reader.take(piece));
          const whole = answers.filter((answer) => answer !== undefined);
          expect(whole).toHaveLength(1);
          expect(whole[0]).not.toBe("garbled");
          const [got] = whole as [{ header: unknown; payload: Uint8Array }];
          expect(JSON.stringify(got.header)).toBe(JSON.stringify(message.header));
          expect([...got.payload]).toEqual([...message.payload]);
        }
      }),
    );
  });

  it("that are none, too large or followed by more are garbled, and cost no memory [PROC-2]", () => {
    const front = (header: number, payload: number): Buffer => {
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32BE(header, 0);
      bytes.writeUInt32BE(payload, 4);
      return bytes;
    };
    const garbled = [
      front(1001, 0),
      front(2, 1001),
      front(0xffffffff, 0xffffffff),
      Buffer.concat([front(2, 0), Buffer.from("{}x")]),
      Buffer.concat([front(2, 0), Buffer.from("{]")]),
      Buffer.concat([front(0, 1), Buffer.from("x")]),
    ];
    for (const bytes of garbled) expect(new FrameReader(bounds).take(bytes)).toBe("garbled");
  });

  it("never make a reader throw [PROC-2]", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 }), (pieces) => {
        const reader = new FrameReader({ maxHeaderBytes: 20, maxPayloadBytes: 20 });
        for (const piece of pieces) reader.take(piece);
      }),
    );
  });
});
