import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import type { ShownImage } from "../../../src/media/image/image-service.js";
import { pngWith, roomy } from "../../support/pictures.js";
import { colourAt, createService, nameOf, show } from "./shown.js";

const service = createService();
type Format = "jpeg" | "png" | "webp" | "tiff" | "avif";

const [across, down] = [48, 32];
const colours = [
  [255, 0, 0],
  [0, 150, 60],
  [0, 0, 255],
  [255, 255, 255],
];

/** Red, green, blue and white quarters, as a person is to see them; `seen` tells where in that each stored pixel lies. */
function store(
  width: number,
  height: number,
  seen: (x: number, y: number) => readonly [number, number],
): Sharp {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    const [x, y] = seen(pixel % width, Math.floor(pixel / width));
    return colours[(x < across / 2 ? 0 : 1) + (y < down / 2 ? 0 : 2)]?.[at % 3] ?? 0;
  });
  return sharp(data, { raw: { width, height, channels: 3 } });
}

const quarters = (): Sharp => store(across, down, (x, y) => [x, y]);
const [right, bottom] = [across - 1, down - 1];

/** Where a pixel is seen that a camera has stored which was held so. */
const turns: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [right - x, y],
  3: (x, y) => [right - x, bottom - y],
  4: (x, y) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y) => [right - y, x],
  7: (x, y) => [right - y, bottom - x],
  8: (x, y) => [y, bottom - x],
};

function photograph(orientation: number, format: Format): Promise<Buffer> {
  const [width, height] = orientation < 5 ? [across, down] : [down, across];
  const stored = store(width, height, turns[orientation] ?? ((x, y) => [x, y]));
  return stored.withMetadata({ orientation }).toFormat(format, { quality: 95 }).toBuffer();
}

async function corners(image: ShownImage): Promise<string[]> {
  const places = [
    [0.1, 0.1],
    [0.9, 0.1],
    [0.1, 0.9],
    [0.9, 0.9],
  ];
  return Promise.all(places.map(async ([x = 0, y = 0]) => nameOf(await colourAt(image, x, y))));
}

describe("A photograph", () => {
  const cases = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
    (["jpeg", "png", "webp", "tiff"] as const).map((format) => [orientation, format] as const),
  );
  it.each(cases)("of orientation %i in %s is shown the right way up [IMG-4]", async (orientation, format) => {
    const image = await show(service, await photograph(orientation, format));
    expect(image.original).toEqual({ width: 48, height: 32 });
    expect(image.display).toEqual({ width: 48, height: 32 });
    expect(await corners(image)).toEqual(["red", "green", "blue", "white"]);
    expect(image.isVerbatim).toBe(orientation === 1 && format !== "tiff");
  });

  it.each([5, 6, 7, 8])("of orientation %i is made smaller the right way up [IMG-4]", async (orientation) => {
    const image = await show(service, await photograph(orientation, "jpeg"), { ...roomy, maxSide: 24 });
    expect(image.original).toEqual({ width: 48, height: 32 });
    expect(image.display).toEqual({ width: 24, height: 16 });
    expect(await corners(image)).toEqual(["red", "green", "blue", "white"]);
  });

  it("is not turned by notes that make no sense [IMG-4]", async () => {
    const exif = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x63\0\0\0\0\0\0", "latin1");
    const image = await show(service, pngWith({ name: "eXIf", data: exif }));
    expect(image.display).toEqual({ width: 4, height: 4 });
  });
});

describe("Colours", () => {
  it.each<[string, () => Promise<Buffer>]>([
    ["CMYK JPEG", () => quarters().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer()],
    ["CMYK TIFF", () => quarters().toColourspace("cmyk").tiff({ compression: "lzw" }).toBuffer()],
    ["PNG of 16 bits", () => quarters().toColourspace("rgb16").png().toBuffer()],
    ["TIFF of 16 bits", () => quarters().toColourspace("rgb16").tiff({ compression: "none" }).toBuffer()],
    ["TIFF in Lab", () => quarters().toColourspace("lab").tiff({ compression: "none" }).toBuffer()],
    ["AVIF", () => quarters().avif({ quality: 90, effort: 0 }).toBuffer()],
    ["JPEG with a wide gamut", () => quarters().withIccProfile("p3").jpeg({ quality: 95 }).toBuffer()],
  ])("of a %s are those that were meant [IMG-4]", async (_, make) => {
    const image = await show(service, await make());
    expect(await corners(image)).toEqual(["red", "green", "blue", "white"]);
    const { space, depth } = await sharp(image.data).metadata();
    expect([space, depth]).toEqual(["srgb", "uchar"]);
  });

  it("of a converted picture are kept exactly where nothing is lossy [IMG-4]", async () => {
    const wanted = await quarters().raw().toBuffer();
    const image = await show(service, await quarters().tiff({ compression: "lzw" }).toBuffer());
    expect(Buffer.compare(await sharp(image.data).removeAlpha().raw().toBuffer(), wanted)).toBe(0);
  });

  it("keep their transparency where the picture has some [IMG-4]", async () => {
    const clear = quarters().ensureAlpha(0.5).resize(4000, 3000, { kernel: "nearest" });
    const image = await show(service, await clear.png().toBuffer());
    const { channels } = await sharp(image.data).stats();
    expect(channels[3]?.mean).toBeCloseTo(127.5, -1);
  });
});
