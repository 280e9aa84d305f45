/** Windows bitmaps without compression, which the image library does not read: 1, 4, 8, 16, 24 and 32 bits per pixel. */
import { isTooLarge, type Size } from "../image-limits.js";
import { type Refused, refuse, refuseSize } from "../image-messages.js";

export interface RawPixels extends Size {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
}

interface Header extends Size {
  readonly isTopDown: boolean;
  readonly depth: number;
  readonly compression: number;
  /** Where the palette, or the masks of the channels, begin. */
  readonly afterHeader: number;
  readonly colours: number;
  readonly paletteStride: 3 | 4;
  readonly pixels: number;
}

const CORE_HEADER = 12;
const [RGB, RLE8, RLE4, BITFIELDS, ALPHA_BITFIELDS] = [0, 1, 2, 3, 6];
const noPixels = refuse("damaged", "it ends before its pixels do");

export function decodeBmp(bytes: Uint8Array): RawPixels | Refused {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(view);
  if (header === undefined) return refuse("damaged", "its header is damaged");
  const { width, height, depth, compression } = header;
  if (width === 0 || height === 0) return refuse("damaged", "its dimensions are zero");
  if (isTooLarge(header)) return refuseSize(header);
  if (compression === RLE8 || compression === RLE4) {
    return refuse("unsupported", "BMP images with run-length compression can't be decoded");
  }
  const isKnown = compression === RGB || compression === BITFIELDS || compression === ALPHA_BITFIELDS;
  if (!isKnown || ![1, 4, 8, 16, 24, 32].includes(depth)) {
    return refuse("unsupported", "BMP images of this kind can't be decoded");
  }
  const stride = Math.ceil((width * depth) / 32) * 4;
  // The last row may lack the zeros that would fill it up.
  const needed = stride * (height - 1) + Math.ceil((width * depth) / 8);
  if (header.pixels + needed > bytes.length) return noPixels;
  return depth <= 8 ? readIndexed(bytes, header, stride) : readDirect(view, header, stride);
}

function readHeader(view: DataView): Header | undefined {
  if (view.byteLength < 26) return undefined;
  const pixels = view.getUint32(10, true);
  const headerBytes = view.getUint32(14, true);
  if (headerBytes === CORE_HEADER) {
    const [width, height] = [view.getUint16(18, true), view.getUint16(20, true)];
    const depth = view.getUint16(24, true);
    const rest = { isTopDown: false, compression: RGB, colours: 2 ** depth, paletteStride: 3 } as const;
    return { width, height, depth, afterHeader: 14 + CORE_HEADER, pixels, ...rest };
  }
  if (headerBytes < 40 || view.byteLength < 14 + headerBytes) return undefined;
  const height = view.getInt32(22, true);
  const depth = view.getUint16(28, true);
  const colours = view.getUint32(46, true);
  return {
    width: Math.max(0, view.getInt32(18, true)),
    height: Math.abs(height),
    isTopDown: height < 0,
    depth,
    compression: view.getUint32(30, true),
    // The masks belong to the longer headers and stand behind the shortest one.
    afterHeader: 14 + headerBytes,
    colours: colours === 0 || colours > 256 ? 2 ** Math.min(depth, 8) : colours,
    paletteStride: 4,
    pixels,
  };
}

function readIndexed(bytes: Uint8Array, header: Header, stride: number): RawPixels | Refused {
  const { width, height, depth, afterHeader, paletteStride, isTopDown, pixels } = header;
  if (afterHeader + header.colours * paletteStride > bytes.length) return noPixels;
  const data = new Uint8Array(width * height * 3);
  const mask = 2 ** depth - 1;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    const row = pixels + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const bit = x * depth;
      const index = ((bytes[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask;
      // An index without a colour is black, as viewers show it.
      if (index < header.colours) {
        const entry = afterHeader + index * paletteStride;
        data[to] = bytes[entry + 2] ?? 0;
        data[to + 1] = bytes[entry + 1] ?? 0;
        data[to + 2] = bytes[entry] ?? 0;
      }
      to += 3;
    }
  }
  return { width, height, channels: 3, data };
}

interface Channel {
  readonly shift: number;
  readonly max: number;
}

function readDirect(view: DataView, header: Header, stride: number): RawPixels | Refused {
  const { width, height, depth, isTopDown, pixels } = header;
  const masks = findMasks(view, header);
  if (masks === undefined) return refuse("damaged", "its header is damaged");
  const [red, green, blue, alpha] = masks.map(readMask);
  const channels = alpha === undefined ? 3 : 4;
  const data = new Uint8Array(width * height * channels);
  let hasVisible = false;
  let to = 0;
  for (let y = 0; y < height; y += 1) {
    let from = pixels + stride * (isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) {
      const value = readPixel(view, from, depth);
      data[to] = readChannel(value, red);
      data[to + 1] = readChannel(value, green);
      data[to + 2] = readChannel(value, blue);
      if (alpha !== undefined) {
        const opacity = readChannel(value, alpha);
        data[to + 3] = opacity;
        hasVisible ||= opacity !== 0;
      }
      to += channels;
      from += depth >> 3;
    }
  }
  // Many programs leave the fourth byte zero and mean an opaque picture.
  if (alpha !== undefined && !hasVisible) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { width, height, channels, data };
}

function readPixel(view: DataView, at: number, depth: number): number {
  if (depth === 32) return view.getUint32(at, true);
  const low = view.getUint16(at, true);
  return depth === 16 ? low : low | (view.getUint8(at + 2) << 16);
}

/** Red, green, blue and, where there is one, alpha. */
function findMasks(view: DataView, header: Header): readonly number[] | undefined {
  const { depth, compression } = header;
  if (depth === 24) return [0xff0000, 0xff00, 0xff];
  if (compression === RGB) return depth === 16 ? [0x7c00, 0x3e0, 0x1f] : [0xff0000, 0xff00, 0xff, 0xff000000];
  // Behind the shortest header or inside the longer ones: the same place.
  const at = 14 + 40;
  const hasAlpha = header.afterHeader >= 14 + 56 || compression === ALPHA_BITFIELDS;
  if (at + (hasAlpha ? 16 : 12) > view.byteLength) return undefined;
  const colours = [0, 4, 8].map((offset) => view.getUint32(at + offset, true));
  const alpha = hasAlpha ? view.getUint32(at + 12, true) : 0;
  return alpha === 0 ? colours : [...colours, alpha];
}

function readMask(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  return { shift, max: mask >>> shift };
}

function readChannel(value: number, channel: Channel | undefined): number {
  if (channel === undefined || channel.max === 0) return 0;
  const sample = (value >>> channel.shift) & channel.max;
  return channel.max === 255 ? sample : Math.round((sample * 255) / channel.max);
}
