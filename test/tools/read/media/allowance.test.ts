/** Many pictures in one conversation: it must stay one that can be sent. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallResult } from "../../../../src/index.js";
import { defaultLimits } from "../../../../src/session/limits.js";
import { MediaAllowance } from "../../../../src/session/media-allowance.js";
import { makePdf, textLines } from "../../../support/pdfs.js";
import { paint } from "../../../support/pictures.js";
import { scannedPdf } from "../../../support/scanned-pdf.js";
import { type TempWorkspace, tempWorkspace } from "../../../support/workspace.js";
import { createSessions, dataOf, decodeImage, decodeImages, outputOf, read } from "./shown.js";

const session = createSessions();
const FLOOR_BYTES = 60_000;

async function noisyPicture(): Promise<TempWorkspace> {
  return tempWorkspace({ "noise.png": await paint(1000, 800).png().toBuffer() });
}

function bytesOf(results: readonly CallResult[]): number[] {
  return results.map((result) => dataOf(result, "image").reduce((sum, data) => sum + data.length, 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

describe("The pictures of one conversation", () => {
  it("get smaller and smaller, and none is refused [MEDIA-1]", async () => {
    const files = await noisyPicture();
    const limits = { maxMediaBytes: 400_000 };
    const toolkit = session({ limits });
    const results: CallResult[] = [];
    for (let time = 1; time <= 8; time += 1) {
      const result = await read(toolkit, files.path("noise.png"));
      await decodeImage(result);
      results.push(result);
    }
    const sizes = bytesOf(results);
    let spent = 0;
    for (const size of sizes) {
      expect(size).toBeLessThanOrEqual(Math.max((limits.maxMediaBytes - spent) / 2, FLOOR_BYTES));
      spent += size;
    }
    expect(sizes[0]).toBeGreaterThan(100_000);
    expect(sizes.at(-1)).toBeLessThanOrEqual(FLOOR_BYTES);
  });

  it("have their room again in a new context, and each session has its own [MEDIA-1]", async () => {
    const files = await noisyPicture();
    const limits = { maxMediaBytes: 300_000 };
    const [one, other] = [session({ limits }), session({ limits })];
    const next = async (toolkit: typeof one): Promise<number> =>
      (await decodeImage(await read(toolkit, files.path("noise.png")))).bytes.length;
    const first = await next(one);
    const later = [await next(one), await next(one)];
    for (const size of later) expect(size).toBeLessThan(first);
    expect(await next(other)).toBe(first);
    one.session.newContextEpoch();
    expect(await next(one)).toBe(first);
  });

  it("keep the budget when they are read side by side [MEDIA-1]", async () => {
    const files = await noisyPicture();
    const maxMediaBytes = 600_000;
    const toolkit = session({ limits: { maxMediaBytes } });
    const calls = Array.from({ length: 8 }, () => ({
      name: "Read",
      input: { file_path: files.path("noise.png") },
    }));
    const results = await toolkit.callAll(calls);
    for (const result of results) expect((await decodeImages(result)).length).toBe(1);
    const floors = calls.length * FLOOR_BYTES;
    expect(sum(bytesOf(results))).toBeLessThanOrEqual(maxMediaBytes + floors);
    const largest = Math.max(...bytesOf(results));
    expect(sum(bytesOf(results))).toBeLessThan(largest * 4);
  });

  it("leave room unused by a picture that failed or turned out small [MEDIA-1]", async () => {
    const files = await noisyPicture();
    files.write("broken.png", Buffer.from(files.bytes("noise.png")).subarray(0, 5000));
    files.write("small.png", await paint(8, 8).png().toBuffer());
    const limits = { maxMediaBytes: 400_000 };
    const fresh = await decodeImage(await read(session({ limits }), files.path("noise.png")));
    const toolkit = session({ limits });
    for (let time = 1; time <= 5; time += 1) {
      expect((await read(toolkit, files.path("broken.png"))).isError).toBe(true);
    }
    expect((await decodeImage(await read(toolkit, files.path("noise.png")))).bytes.length).toBe(
      fresh.bytes.length,
    );
    const other = session({ limits });
    for (let time = 1; time <= 5; time += 1) await read(other, files.path("small.png"));
    const after = await decodeImage(await read(other, files.path("noise.png")));
    expect(after.bytes.length).toBeGreaterThan(fresh.bytes.length * 0.7);
  });

  it("share it with the pictures and documents of PDFs [MEDIA-1]", async () => {
    const scanned = await scannedPdf({ pages: 2, width: 700, height: 900, quality: 95 });
    const files = tempWorkspace({ "scan.pdf": scanned });
    const limits = { maxMediaBytes: 150_000, maxTokens: 1500 };
    const toolkit = session({ limits });
    let spent = 0;
    for (let time = 1; time <= 2; time += 1) {
      const result = await read(toolkit, files.path("scan.pdf"));
      expect((await decodeImages(result)).length).toBe(2);
      const size = sum(bytesOf([result]));
      expect(size).toBeLessThanOrEqual(Math.max((limits.maxMediaBytes - spent) / 2, FLOOR_BYTES));
      spent += size;
    }
    // A document that is larger than what is left goes as pages instead.
    const documents = session({ limits, capabilities: { pdf: true } });
    const allowed = limits.maxMediaBytes / 2;
    expect(scanned.length).toBeGreaterThan(allowed);
    outputOf(await read(documents, files.path("scan.pdf")), "parts");
    const small = files.write("small.pdf", makePdf({ pages: [{ content: textLines(["Hello"]) }] }));
    outputOf(await read(documents, small), "pdf");
  });
});

describe("The allowance itself", () => {
  it("is never passed by more than the floor for each picture, whatever their sizes and order [MEDIA-1]", () => {
    const step = fc.record({
      /** How much of its room a picture takes. */
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      wanted: fc.integer({ min: 1, max: 2_000_000 }),
      /** Which of those under way is done first. */
      finished: fc.nat(5),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000_000 }),
        fc.array(step, { maxLength: 60 }),
        (maxMediaBytes, steps) => {
          const limits = { ...defaultLimits, maxMediaBytes };
          const allowance = new MediaAllowance();
          const underWay: { readonly size: number; release(): void }[] = [];
          let spent = 0;
          const finish = (index: number): void => {
            const [done] = underWay.splice(index, 1);
            spent += done?.size ?? 0;
            allowance.spend(done?.size ?? 0);
            done?.release();
          };
          for (const { share, wanted, finished } of steps) {
            const room = allowance.hold(limits, wanted);
            expect(room.bytes).toBeGreaterThan(0);
            expect(room.bytes).toBeLessThanOrEqual(wanted);
            underWay.push({ size: Math.floor(room.bytes * share), release: () => room.release() });
            if (finished < underWay.length) finish(finished);
          }
          while (underWay.length > 0) finish(0);
          expect(spent).toBeLessThanOrEqual(maxMediaBytes + steps.length * FLOOR_BYTES);
          // Nothing stays held: what was not spent can be used.
          const half = Math.floor((maxMediaBytes - spent) / 2);
          expect(allowance.forResult(limits)).toBe(Math.max(half, Math.min(FLOOR_BYTES, maxMediaBytes)));
        },
      ),
    );
  });
});
