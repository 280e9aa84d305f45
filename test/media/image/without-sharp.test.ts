import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import {
  animation,
  findFaults,
  isShownFormat,
  paint,
  pixelBombs,
  pngWith,
  roomy,
  samples,
} from "../../support/pictures.js";
import { createService, show } from "./shown.js";

// From a folder of its own the helper finds no package at all.
const folder = mkdtempSync(join(tmpdir(), "filewright-image-helper-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const helperPath = join(folder, "image-helper.mjs");
copyFileSync(fileURLToPath(new URL("../../../dist/media/image-helper.js", import.meta.url)), helperPath);
const service = createService({ helperPath });

const all = await samples(40, 30);

async function refusalOf(bytes: Uint8Array, budget = roomy): Promise<string> {
  const answer = await service.prepare(bytes, budget);
  return answer.outcome === "refused" ? `${answer.reason}: ${answer.detail}` : "shown";
}

describe("Without the image library", () => {
  it("sound images within the limits are passed on as they are [IMG-8]", async () => {
    const passed = Object.entries(all).filter(([name]) => isShownFormat(name) && name !== "jpeg in CMYK");
    expect(passed.length).toBeGreaterThan(12);
    for (const [name, bytes] of passed) {
      const image = await show(service, bytes);
      expect([name, image]).toMatchObject([
        name,
        {
          isVerbatim: true,
          frames: 1,
          original: { width: 40, height: 30 },
          display: { width: 40, height: 30 },
        },
      ]);
      expect(Buffer.compare(image.data, bytes)).toBe(0);
    }
  });

  it("what follows the end of an image is cut off [IMG-8]", async () => {
    for (const [name, bytes] of Object.entries(all)) {
      if (!isShownFormat(name) || name === "jpeg in CMYK") continue;
      const image = await show(service, Buffer.concat([bytes, Buffer.from("more\xff\xd9")]));
      expect([name, image.isVerbatim, Buffer.compare(image.data, bytes)]).toEqual([name, false, 0]);
    }
  });

  it("others are refused with what would have to be done [IMG-8]", async () => {
    const large = await paint(2400, 100).jpeg().toBuffer();
    const turned = (format: "jpeg" | "png" | "webp"): Promise<Buffer> =>
      paint(40, 30).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    const notes = pngWith({ name: "zTXt", data: Buffer.alloc(70_000) });
    const { png = Buffer.alloc(0) } = all;
    const said = {
      large: await refusalOf(large),
      costly: await refusalOf(png, { ...roomy, maxTokens: 1 }),
      heavy: await refusalOf(png, { ...roomy, maxBytes: png.length - 1 }),
      "turned JPEG": await refusalOf(await turned("jpeg")),
      "turned PNG": await refusalOf(await turned("png")),
      "turned WebP": await refusalOf(await turned("webp")),
      CMYK: await refusalOf(all["jpeg in CMYK"] ?? Buffer.alloc(0)),
      GIF: await refusalOf(await animation("gif", 4)),
      WebP: await refusalOf(await animation("webp", 3)),
      notes: await refusalOf(notes),
      TIFF: await refusalOf(all["tiff"] ?? Buffer.alloc(0)),
      SVG: await refusalOf(all["svg"] ?? Buffer.alloc(0)),
      BMP: await refusalOf(all["bmp"] ?? Buffer.alloc(0)),
      AVIF: await refusalOf(all["avif"] ?? Buffer.alloc(0)),
    };
    expect(said).toEqual({
      large: "needs-sharp: it is 2400x100 and must be made smaller",
      costly: "needs-sharp: it is 40x30 and must be made smaller",
      heavy: `needs-sharp: it has ${png.length} bytes and must be made smaller`,
      "turned JPEG": "needs-sharp: it must be turned upright",
      "turned PNG": "needs-sharp: it must be turned upright",
      "turned WebP": "needs-sharp: it must be turned upright",
      CMYK: "needs-sharp: it has CMYK colours and must be converted",
      GIF: "needs-sharp: it has 4 frames, of which one must be taken out",
      WebP: "needs-sharp: it has 3 frames, of which one must be taken out",
      notes: "needs-sharp: it holds large compressed notes and must be converted",
      TIFF: "needs-sharp: TIFF images must be converted",
      SVG: "needs-sharp: SVG images must be converted",
      BMP: "needs-sharp: BMP images must be converted",
      AVIF: "needs-sharp: AVIF images must be converted",
    });
  });

  it("the log of a host can tell why it is missing [IMG-8]", async () => {
    const answer = await service.prepare(all["tiff"] ?? Buffer.alloc(0), roomy);
    expect(answer).toMatchObject({ diagnosis: expect.stringContaining("sharp") as string });
  });

  it("pixel bombs are refused [IMG-8, IMG-7]", async () => {
    const { png, jpeg, gif, webp } = await pixelBombs();
    for (const bytes of [png, jpeg, gif, webp]) {
      expect(await refusalOf(bytes ?? Buffer.alloc(0))).toBe("too-many-pixels: it is 20000x20000");
    }
  });

  it("cut-off images are refused at every length [IMG-8]", async () => {
    for (const [name, bytes] of Object.entries(all).filter(([name]) => isShownFormat(name))) {
      const stride = Math.ceil(bytes.length / 60);
      for (let length = 0; length < bytes.length; length += length < bytes.length - 20 ? stride : 1) {
        const refusal = await refusalOf(bytes.subarray(0, length));
        expect([name, length, refusal]).toEqual([
          name,
          length,
          expect.stringMatching(/^(?:empty|damaged|unsupported): /),
        ]);
      }
    }
  });

  it("a PNG with any damage is refused or still decodes [IMG-8]", async () => {
    const pngs = Object.keys(all).filter((name) => name.startsWith("png"));
    const damage = fc.tuple(fc.constantFrom(...pngs), fc.nat(), fc.integer({ min: 1, max: 255 }));
    const property = fc.asyncProperty(damage, async ([name, place, mask]) => {
      const bytes = Buffer.from(all[name] ?? "");
      bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask;
      const answer = await service.prepare(bytes, roomy);
      if (answer.outcome === "shown") expect(await findFaults(answer.image, roomy)).toEqual([]);
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it("an image with any damage is answered, with the dimensions it has [IMG-8]", async () => {
    const names = Object.keys(all).filter(isShownFormat);
    const flips = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    const property = fc.asyncProperty(fc.constantFrom(...names), flips, async (name, changes) => {
      const bytes = Buffer.from(all[name] ?? "");
      for (const [place, mask] of changes)
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask;
      const answer = await service.prepare(bytes, roomy);
      if (answer.outcome === "refused") {
        expect(answer.reason).not.toBe("helper-failed");
        return;
      }
      const header = await sharp(answer.image.data, { failOn: "none" })
        .metadata()
        .catch(() => undefined);
      if (header?.width !== undefined && answer.image.format !== "GIF") {
        expect(answer.image.original).toEqual({ width: header.width, height: header.height });
      }
    });
    await fc.assert(property, { numRuns: 300 });
  });
});
