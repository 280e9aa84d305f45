import { deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { drawing, pixelBombs, pngEnd, pngHeader, pngOf, roomy } from "../../support/pictures.js";
import { createService, describeShown } from "./shown.js";

const service = createService();
const even = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#123456" } });

describe("An image of very many pixels", () => {
  it("that claims 20,000 by 20,000 is refused by its header in every format [IMG-7]", async () => {
    const bombs = Object.entries(await pixelBombs());
    expect(bombs).toHaveLength(7);
    for (const [name, bytes] of bombs) {
      const wanted = { outcome: "refused", reason: "too-many-pixels", detail: "it is 20000x20000" };
      expect([name, await service.prepare(bytes, roomy)]).toEqual([name, wanted]);
    }
  });

  it("is refused earlier as AVIF, which takes most memory to unpack [IMG-7]", async () => {
    const { avif = Buffer.alloc(0) } = await pixelBombs(9000);
    expect(await service.prepare(avif, roomy)).toMatchObject({
      reason: "too-many-pixels",
      detail: "it is 9000x9000",
    });
  });

  it("that really has them, packed into little, is refused [IMG-7]", async () => {
    const pixels = deflateSync(Buffer.alloc(13_000 * 13_001));
    const bytes = pngOf([pngHeader(13_000, 13_000, 0), { name: "IDAT", data: pixels }, pngEnd]);
    expect(bytes.length).toBeLessThan(200_000);
    expect(await service.prepare(bytes, roomy)).toMatchObject({ reason: "too-many-pixels" });
  });

  it("that is 12,000 by 12,000 is shown [IMG-7]", async () => {
    const bytes = await even(12_000, 12_000).png().toBuffer();
    expect(await describeShown(service, bytes)).toMatchObject({
      original: { width: 12_000, height: 12_000 },
      display: { width: 2000, height: 2000 },
    });
  });

  it("is none if it is a drawing: that is drawn as large as wanted [IMG-7]", async () => {
    const bytes = drawing('width="50000" height="40000"', '<rect width="100%" height="100%" fill="red"/>');
    const { original, display } = await describeShown(service, bytes);
    expect(original).toEqual({ width: 50_000, height: 40_000 });
    expect(Math.abs(display.width - 2000) + Math.abs(display.height - 1600)).toBeLessThan(4);
  });
});
