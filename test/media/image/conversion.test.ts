import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { bitmap, roomy, samples } from "../../support/pictures.js";
import { createService, describeShown, show } from "./shown.js";

const service = createService();

describe("A format that models do not take", () => {
  it("is shown as PNG [IMG-5]", async () => {
    for (const [name, bytes] of Object.entries(await samples())) {
      if (!/^(?:avif|tiff|bmp|svg)/.test(name)) continue;
      const told = await describeShown(service, bytes);
      expect([name, told.mimeType, told.isVerbatim]).toEqual([name, "image/png", false]);
    }
  });

  it("is shown as JPEG where PNG would not fit [IMG-5]", async () => {
    const { tiff = Buffer.alloc(0) } = await samples(300, 200);
    expect(await describeShown(service, tiff, { ...roomy, maxBytes: 60_000 })).toMatchObject({
      mimeType: "image/jpeg",
      format: "TIFF",
      display: { width: 300, height: 200 },
    });
  });

  it("and has more channels than colours need is refused by name [IMG-5]", async () => {
    const size = { width: 8, height: 8 };
    const grey = Buffer.alloc(64, 99);
    const bytes = await sharp(Buffer.alloc(192, 99), { raw: { ...size, channels: 3 } })
      .joinChannel([grey, grey, grey], { raw: { ...size, channels: 1 } })
      .tiff({ compression: "none" })
      .toBuffer();
    expect(await service.prepare(bytes, roomy)).toMatchObject({
      reason: "unsupported",
      detail: "TIFF images of this kind can't be decoded",
    });
  });

  it.each<[string, string]>([
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["ICO", "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0\x68\x04\0\0\x16\0\0\0"],
    ["JPEG XL", "\xff\x0a\x7f\x01"],
    ["JPEG 2000", "\0\0\0\x0cjP  \r\n\x87\n"],
    ["Photoshop", "8BPS\0\x01\0\0\0\0\0\0"],
  ])("and that nothing decodes is refused by name: %s [IMG-5]", async (name, start) => {
    const bytes = Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(200)]);
    expect(await service.prepare(bytes, roomy)).toEqual({
      outcome: "refused",
      reason: "unsupported",
      detail: `${name} images can't be decoded`,
    });
  });
});

interface BitmapParts {
  readonly headerBytes?: number;
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly compression?: number;
  /** What stands behind the 40 bytes of the header: masks, further fields, palette. */
  readonly behind?: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

function bitmapOf(parts: BitmapParts): Buffer {
  const { headerBytes = 40, width, height, depth, compression = 0, behind = [], rows } = parts;
  const head = Buffer.alloc(54);
  head.write("BM");
  head.writeUInt32LE(54 + behind.length, 10);
  head.writeUInt32LE(headerBytes, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(depth, 28);
  head.writeUInt32LE(compression, 30);
  const filled = rows.map((row) => [...row, ...Array.from({ length: -row.length & 3 }, () => 0)]);
  return Buffer.concat([head, Buffer.from(behind), Buffer.from(filled.flat())]);
}

const little = (value: number): number[] => [
  value & 255,
  (value >> 8) & 255,
  (value >> 16) & 255,
  value >>> 24,
];

async function pixelsOf(bytes: Buffer): Promise<number[]> {
  const { data } = await show(service, bytes);
  return [...(await sharp(data).toColourspace("srgb").raw().toBuffer())];
}

describe("A bitmap", () => {
  const palette = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 9, 8, 7, 0];
  const full = (colours: readonly number[], count: number): number[] => [
    ...colours,
    ...Array.from({ length: count * 4 - colours.length }, () => 0),
  ];

  it.each<[string, BitmapParts, number[]]>([
    [
      "24 bits, from below",
      {
        width: 2,
        height: 2,
        depth: 24,
        rows: [
          [1, 2, 3, 4, 5, 6],
          [7, 8, 9, 10, 11, 12],
        ],
      },
      [9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4],
    ],
    [
      "24 bits, from above",
      {
        width: 1,
        height: -2,
        depth: 24,
        rows: [
          [1, 2, 3],
          [7, 8, 9],
        ],
      },
      [3, 2, 1, 9, 8, 7],
    ],
    [
      "32 bits without any alpha",
      { width: 2, height: 1, depth: 32, rows: [[1, 2, 3, 0, 4, 5, 6, 0]] },
      [3, 2, 1, 6, 5, 4],
    ],
    [
      "32 bits with alpha",
      { width: 2, height: 1, depth: 32, rows: [[10, 20, 30, 255, 40, 50, 60, 128]] },
      [30, 20, 10, 255, 60, 50, 40, 128],
    ],
    [
      "32 bits with masks",
      {
        width: 1,
        height: 1,
        depth: 32,
        compression: 3,
        behind: [little(0xff), little(0xff00), little(0xff0000)].flat(),
        rows: [[1, 2, 3, 99]],
      },
      [1, 2, 3],
    ],
    ["16 bits", { width: 2, height: 1, depth: 16, rows: [[0x00, 0x7c, 0x1f, 0x00]] }, [255, 0, 0, 0, 0, 255]],
    [
      "16 bits with masks",
      {
        width: 1,
        height: 1,
        depth: 16,
        compression: 3,
        behind: [little(0xf800), little(0x7e0), little(0x1f)].flat(),
        rows: [[0xe0, 0x07]],
      },
      [0, 255, 0],
    ],
    [
      "8 bits with a palette",
      { width: 3, height: 1, depth: 8, behind: full(palette, 256), rows: [[0, 2, 3]] },
      [255, 0, 0, 0, 0, 255, 7, 8, 9],
    ],
    [
      "4 bits with a palette",
      { width: 3, height: 1, depth: 4, behind: full(palette, 16), rows: [[0x01, 0x20]] },
      [255, 0, 0, 0, 255, 0, 0, 0, 255],
    ],
    [
      "1 bit",
      { width: 4, height: 1, depth: 1, behind: full(palette.slice(0, 8), 2), rows: [[0b0101_0000]] },
      [255, 0, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0],
    ],
  ])("of %s is shown with exactly its colours [IMG-5]", async (_, parts, pixels) => {
    expect(await pixelsOf(bitmapOf(parts))).toEqual(pixels);
  });

  it("with the oldest header is shown [IMG-5]", async () => {
    const head = Buffer.alloc(26);
    head.write("BM");
    head.writeUInt32LE(26, 10);
    head.writeUInt32LE(12, 14);
    for (const [at, value] of [
      [18, 1],
      [20, 1],
      [22, 1],
      [24, 24],
    ] as const)
      head.writeUInt16LE(value, at);
    expect(await pixelsOf(Buffer.concat([head, Buffer.from([1, 2, 3, 0])]))).toEqual([3, 2, 1]);
  });

  it("that is compressed, cut off or empty is refused [IMG-5, IMG-2]", async () => {
    const reasonOf = async (bytes: Buffer): Promise<string> => {
      const answer = await service.prepare(bytes, roomy);
      return answer.outcome === "refused" ? `${answer.reason}: ${answer.detail}` : "shown";
    };
    const parts: BitmapParts = { width: 2, height: 2, depth: 8, compression: 1, rows: [[0, 1]] };
    expect(await reasonOf(bitmapOf(parts))).toMatch(/^unsupported: BMP .* run-length/);
    expect(await reasonOf(bitmapOf({ ...parts, compression: 4 }))).toMatch(/^unsupported: BMP/);
    expect(await reasonOf(bitmapOf({ ...parts, width: 0 }))).toBe("damaged: its dimensions are zero");
    expect(await reasonOf(bitmap(20, 20).subarray(0, 700))).toBe("damaged: it ends before its pixels do");
  });
});
