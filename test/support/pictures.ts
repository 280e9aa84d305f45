/** Images of every kind that the tests need, sound and hostile, made on the spot. */
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { ImageBudget, ShownImage } from "../../src/media/image/image-service.js";

export const roomy: ImageBudget = { maxSide: 2000, maxBytes: 3_750_000, maxTokens: 100_000 };

/** A picture without large even areas, the same each time: lossless formats can't make it small. */
export function paint(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = new Uint8Array(width * height * channels);
  let state = 12_345;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[at] = ((at / 40) & 0xc0) | (state >>> 26);
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** A picture as programs draw: few colours, sharp edges. */
export function drawScreen(width: number, height: number): Sharp {
  const data = new Uint8Array(width * height * 3).fill(250);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      if (y % 16 < 9 && (x * 7 + (y >> 4) * 13) % 11 < 4) data.set([20, 30, (y >> 4) & 255], at);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** A few colours in no order at all: what a palette makes much smaller. */
export function scatter(width: number, height: number, colours: number): Sharp {
  let state = 1;
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const colour = (state >>> 16) % colours;
    data.set([colour * 37, colour * 91, colour * 53], at);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function samples(width = 64, height = 48): Promise<Record<string, Buffer>> {
  const picture = paint(width, height);
  const clear = paint(width, height, 4);
  return {
    png: await picture.clone().png().toBuffer(),
    "png of 16 bits": await picture.clone().toColourspace("rgb16").png().toBuffer(),
    "png with a palette": await picture.clone().png({ palette: true }).toBuffer(),
    "png interlaced": await picture.clone().png({ progressive: true }).toBuffer(),
    "png grey": await picture.clone().toColourspace("b-w").png().toBuffer(),
    "png transparent": await clear.clone().png().toBuffer(),
    "png grey and transparent": await clear.clone().toColourspace("b-w").png().toBuffer(),
    jpeg: await picture.clone().jpeg().toBuffer(),
    "jpeg progressive": await picture.clone().jpeg({ progressive: true }).toBuffer(),
    "jpeg grey": await picture.clone().toColourspace("b-w").jpeg().toBuffer(),
    "jpeg in CMYK": await picture.clone().toColourspace("cmyk").jpeg().toBuffer(),
    gif: await picture.clone().gif().toBuffer(),
    "gif transparent": await clear.clone().gif().toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    "webp lossless": await picture.clone().webp({ lossless: true }).toBuffer(),
    "webp transparent": await clear.clone().webp().toBuffer(),
    avif: await picture.clone().avif({ effort: 0 }).toBuffer(),
    tiff: await picture.clone().tiff({ compression: "none" }).toBuffer(),
    "tiff with LZW": await picture.clone().tiff({ compression: "lzw" }).toBuffer(),
    "tiff with JPEG": await picture.clone().tiff({ compression: "jpeg" }).toBuffer(),
    "tiff in CMYK": await picture.clone().toColourspace("cmyk").tiff({ compression: "deflate" }).toBuffer(),
    "tiff of 16 bits": await picture.clone().toColourspace("rgb16").tiff({ compression: "none" }).toBuffer(),
    bmp: bitmap(width, height),
    svg: drawing(`width="${width}" height="${height}"`, '<circle cx="20" cy="20" r="15" fill="teal"/>'),
  };
}

/** The formats whose own bytes may be shown. */
export function isShownFormat(name: string): boolean {
  return /^(?:png|jpeg|gif|webp)/.test(name);
}

/** Several pictures in one file. */
export async function animation(format: "gif" | "webp" | "tiff", frames = 3): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: {
          width: 30,
          height: 20,
          channels: 3,
          background: { r: index === 0 ? 255 : 0, g: 0, b: index * 50 },
        },
      })
        .png()
        .toBuffer(),
    ),
  );
  const joined = sharp(pages, { join: { animated: true } });
  if (format === "webp") return joined.webp({ lossless: true }).toBuffer();
  return format === "gif" ? joined.gif().toBuffer() : joined.tiff({ compression: "deflate" }).toBuffer();
}

/** 24 bits per pixel, rows from below, each filled up to four bytes. */
export function bitmap(width: number, height: number): Buffer {
  const stride = (width * 3 + 3) & ~3;
  const bytes = Buffer.alloc(54 + stride * height);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  for (let at = 54; at < bytes.length; at += 1) bytes[at] = (at * 31) & 255;
  return bytes;
}

export function drawing(attributes: string, content: string, before = ""): Buffer {
  const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return Buffer.from(`${before}<svg ${names} ${attributes}>${content}</svg>`);
}

export interface Chunk {
  readonly name: string;
  readonly data: Uint8Array;
}

/** A PNG of these chunks, with right checksums. */
export function pngOf(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(({ name, data }) => {
    const chunk = Buffer.alloc(12 + data.length);
    chunk.writeUInt32BE(data.length, 0);
    chunk.write(name, 4, "latin1");
    chunk.set(data, 8);
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
    return chunk;
  });
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

export function pngHeader(width: number, height: number, colours = 2): Chunk {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, colours, 0, 0, 0], 8);
  return { name: "IHDR", data };
}

export const pngEnd: Chunk = { name: "IEND", data: new Uint8Array(0) };

/** A sound PNG with these chunks before its pixels. */
export function pngWith(...extras: readonly Chunk[]): Buffer {
  const pixels = Buffer.alloc((1 + 4 * 3) * 4, 0).fill(77);
  for (let row = 0; row < 4; row += 1) pixels[row * 13] = 0;
  return pngOf([pngHeader(4, 4), ...extras, { name: "IDAT", data: deflateSync(pixels) }, pngEnd]);
}

/** Small files that claim to be so many pixels wide and high. */
export async function pixelBombs(side: number = 20_000): Promise<Record<string, Buffer>> {
  const found = await samples();
  const jpeg = Buffer.from(found["jpeg"] ?? "");
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(side, frame + 5);
  jpeg.writeUInt16BE(side, frame + 7);
  const gif = Buffer.from(found["gif"] ?? "");
  gif.writeUInt16LE(side, 6);
  gif.writeUInt16LE(side, 8);
  const webp = Buffer.from(await animation("webp"));
  const canvas = webp.indexOf("VP8X") + 12;
  webp.writeUIntLE(side - 1, canvas, 3);
  webp.writeUIntLE(side - 1, canvas + 3, 3);
  const tiff = Buffer.from(found["tiff with LZW"] ?? "");
  const directory = tiff.readUInt32LE(4);
  for (let entry = 0; entry < tiff.readUInt16LE(directory); entry += 1) {
    const at = directory + 2 + entry * 12;
    // Width, height and the rows of a strip.
    if ([256, 257, 278].includes(tiff.readUInt16LE(at))) tiff.writeUInt32LE(side, at + 8);
  }
  const avif = Buffer.from(found["avif"] ?? "");
  for (let at = avif.indexOf("ispe"); at >= 0; at = avif.indexOf("ispe", at + 1)) {
    avif.writeUInt32BE(side, at + 8);
    avif.writeUInt32BE(side, at + 12);
  }
  const bmp = bitmap(4, 4);
  bmp.writeInt32LE(side, 18);
  bmp.writeInt32LE(-side, 22);
  const png = pngOf([
    pngHeader(side, side),
    { name: "IDAT", data: deflateSync(Buffer.alloc(1_000_000)) },
    pngEnd,
  ]);
  return { png, jpeg, gif, webp, tiff, avif, bmp };
}

const mimeOf: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** What is wrong with an image that is about to be shown to a model; empty when nothing is. */
export async function findFaults(image: ShownImage, budget: ImageBudget): Promise<string[]> {
  const { data, display, original } = image;
  const decoded = await sharp(data, { failOn: "warning" }).raw().toBuffer({ resolveWithObject: true });
  const { width, height, format } = await sharp(data).metadata();
  const { info } = decoded;
  const faults = {
    "media type": mimeOf[format ?? ""] === image.mimeType,
    dimensions: width === display.width && height === display.height && info.width === width,
    enlarged: image.format === "SVG" || (width <= original.width && height <= original.height),
    side: Math.max(width, height) <= budget.maxSide,
    bytes: data.length <= budget.maxBytes,
    tokens: Math.ceil((width * height) / 750) <= budget.maxTokens,
  };
  return Object.entries(faults).flatMap(([name, isFine]) => (isFine ? [] : [name]));
}
