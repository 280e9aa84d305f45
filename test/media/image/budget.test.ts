import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { findFittingSize } from "../../../src/media/image/image-limits.js";
import { drawScreen, isShownFormat, paint, roomy, samples, scatter } from "../../support/pictures.js";
import { createService, describeShown, show } from "./shown.js";

const service = createService();

describe("An image within the budget", () => {
  it("is passed on byte for byte [IMG-3]", async () => {
    const changed = ["png of 16 bits", "jpeg in CMYK"];
    for (const [name, bytes] of Object.entries(await samples())) {
      const image = await show(service, bytes);
      const isSame = Buffer.compare(image.data, bytes) === 0;
      expect([name, isSame, image.isVerbatim]).toEqual([name, image.isVerbatim, isSame]);
      expect([name, isSame]).toEqual([name, isShownFormat(name) && !changed.includes(name)]);
    }
  });

  it("may be a single pixel [IMG-3]", async () => {
    for (const [name, bytes] of Object.entries(await samples(1, 1))) {
      const { original, display } = await describeShown(service, bytes);
      expect([name, original]).toEqual([name, { width: 1, height: 1 }]);
      if (name !== "svg") expect([name, display]).toEqual([name, { width: 1, height: 1 }]);
    }
  });

  it("is not enlarged, and no less than a pixel is left of it [IMG-3]", async () => {
    const wide = await paint(10_000, 20).png().toBuffer();
    expect(await describeShown(service, wide)).toMatchObject({
      original: { width: 10_000, height: 20 },
      display: { width: 2000, height: 4 },
    });
    const thin = await paint(2, 9000).png().toBuffer();
    expect(await describeShown(service, thin)).toMatchObject({ display: { width: 1, height: 2000 } });
  });
});

describe("An image that programs see at different sizes", () => {
  it("is not passed on as it is [IMG-3]", async () => {
    const { gif = Buffer.alloc(0) } = await samples();
    const claiming = Buffer.from(gif);
    // A canvas far larger than its only frame, which the library takes for a mistake.
    claiming.writeUInt16LE(6000, 6);
    const budget = { ...roomy, maxSide: 8000 };
    expect(await describeShown(service, claiming, budget)).toMatchObject({ isVerbatim: false });
  });
});

describe("An image past the budget", () => {
  it.each<[string, Partial<typeof roomy>, { width: number; height: number }]>([
    ["its long side", { maxSide: 400 }, { width: 400, height: 300 }],
    ["its tokens", { maxTokens: 400 }, { width: 632, height: 474 }],
  ])("in %s is shown smaller, with both sizes told [IMG-3]", async (_, bound, display) => {
    for (const format of ["png", "jpeg", "webp", "gif"] as const) {
      const bytes = await paint(800, 600).toFormat(format).toBuffer();
      const told = await describeShown(service, bytes, { ...roomy, ...bound });
      expect(told).toMatchObject({ original: { width: 800, height: 600 }, display, isVerbatim: false });
    }
  });

  it("in its bytes loses quality first and pixels afterwards [IMG-3]", async () => {
    const bytes = await paint(800, 600).png().toBuffer();
    const sizes: string[] = [];
    for (const maxBytes of [3_000_000, 200_000, 20_000, 2000]) {
      const { display, mimeType } = await describeShown(service, bytes, { ...roomy, maxBytes });
      sizes.push(`${mimeType} ${display.width}`);
    }
    expect(sizes.slice(0, 2)).toEqual(["image/png 800", "image/jpeg 800"]);
    expect(sizes.slice(2).map((size) => Number(size.split(" ")[1]) < 800)).toEqual([true, true]);
  });

  it("gets a palette before it loses quality, if it has few colours [IMG-3]", async () => {
    const bytes = await scatter(300, 300, 64).png({ palette: false }).toBuffer();
    const image = await show(service, bytes, { ...roomy, maxBytes: Math.round(bytes.length * 0.8) });
    expect(image).toMatchObject({ mimeType: "image/png", display: { width: 300, height: 300 } });
    const [shown, wanted] = [
      await sharp(image.data).removeAlpha().raw().toBuffer(),
      await sharp(bytes).raw().toBuffer(),
    ];
    const furthest = shown.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (wanted[at] ?? 0))),
      0,
    );
    expect(furthest).toBeLessThan(8);
  });

  it("stays lossless when it is drawn, is JPEG when it is a photograph, WebP when transparent [IMG-3]", async () => {
    const mimeOf = async (bytes: Buffer, maxBytes = roomy.maxBytes): Promise<string> =>
      (await describeShown(service, bytes, { ...roomy, maxBytes })).mimeType;
    expect(await mimeOf(await drawScreen(3000, 1000).png().toBuffer())).toBe("image/png");
    expect(await mimeOf(await drawScreen(3000, 1000).webp({ lossless: true }).toBuffer())).toBe("image/png");
    expect(await mimeOf(await paint(3000, 1000).jpeg().toBuffer())).toBe("image/jpeg");
    expect(await mimeOf(await paint(3000, 1000).webp().toBuffer())).toBe("image/jpeg");
    expect(await mimeOf(await paint(1000, 500, 4).png().toBuffer(), 300_000)).toBe("image/webp");
    // Transparent in name only.
    const opaque = await paint(1000, 500).ensureAlpha().png().toBuffer();
    expect(await mimeOf(opaque, 300_000)).toBe("image/jpeg");
  });

  it("always fits, whatever the picture and the bounds [IMG-3]", async () => {
    const pictures = [
      await paint(700, 500).png().toBuffer(),
      await paint(500, 700, 4).webp().toBuffer(),
      await paint(900, 3).tiff().toBuffer(),
      await drawScreen(640, 480).gif().toBuffer(),
      await paint(1200, 800).jpeg().toBuffer(),
      (await samples())["svg"] ?? Buffer.alloc(0),
    ];
    const bounds = fc.record({
      maxSide: fc.integer({ min: 1, max: 3000 }),
      maxBytes: fc.integer({ min: 2048, max: 500_000 }),
      maxTokens: fc.integer({ min: 1, max: 3000 }),
    });
    const property = fc.asyncProperty(fc.constantFrom(...pictures), bounds, async (bytes, budget) => {
      await show(service, bytes, budget);
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it("without bounds is shown as large as it is, or as its format can be [IMG-3]", async () => {
    const unbounded = { maxSide: Infinity, maxBytes: Infinity, maxTokens: Infinity };
    const { jpeg = Buffer.alloc(0) } = await samples();
    expect(await describeShown(service, jpeg, unbounded)).toMatchObject({ isVerbatim: true });
    const long = await paint(30_000, 2).tiff({ compression: "none" }).toBuffer();
    expect(await describeShown(service, long, unbounded)).toMatchObject({
      display: { width: 16_383, height: 1 },
    });
  });

  it("that nothing can fit is refused in words [IMG-3]", async () => {
    const bytes = await paint(20, 20).png().toBuffer();
    expect(await service.prepare(bytes, { ...roomy, maxBytes: 10 })).toEqual({
      outcome: "refused",
      reason: "unsupported",
      detail: "no image fits into 10 bytes",
    });
  });
});

it("The fitting size keeps the shape and every bound [IMG-3]", () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  const bounds = fc.record({
    maxSide: fc.integer({ min: 1, max: 8000 }),
    maxBytes: fc.constant(1),
    maxTokens: fc.integer({ min: 1, max: 20_000 }),
  });
  fc.assert(
    fc.property(side, side, bounds, (width, height, budget) => {
      const fitting = findFittingSize({ width, height }, budget);
      expect(Math.min(fitting.width, fitting.height)).toBeGreaterThanOrEqual(1);
      expect(Math.max(fitting.width, fitting.height)).toBeLessThanOrEqual(budget.maxSide);
      expect(fitting.width * fitting.height).toBeLessThanOrEqual(budget.maxTokens * 750);
      expect(fitting.width <= width && fitting.height <= height).toBe(true);
      const isEnough = Math.max(width, height) <= budget.maxSide && width * height <= budget.maxTokens * 750;
      if (isEnough) expect(fitting).toEqual({ width, height });
    }),
  );
});
