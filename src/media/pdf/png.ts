/** Writes pictures of pages as PNG: 8 bits grey where there is no colour, else 8 bits red, green and blue. */
import { crc32, deflateSync } from "node:zlib";

export interface Pixels {
  /** Four bytes a pixel: red, green, blue, and one that is not looked at. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Bytes from the start of a row to that of the next. */
  readonly stride: number;
}

const SIGNATURE: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const GREY = 0;
const RGB = 2;

export function encodePng(pixels: Pixels): Uint8Array {
  const colorType = isGrey(pixels) ? GREY : RGB;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels.width, 0);
  header.writeUInt32BE(pixels.height, 4);
  header.writeUInt8(8, 8);
  header.writeUInt8(colorType, 9);
  const parts = [
    Buffer.from(SIGNATURE),
    ...chunk("IHDR", header),
    // Pages are mostly runs of one colour: no filter and a quick level come within a few per cent of the best.
    ...chunk("IDAT", deflateSync(rowsOf(pixels, colorType), { level: 6 })),
    ...chunk("IEND", Buffer.alloc(0)),
  ];
  // A buffer of its own, not a slice of Node's pool, so that it can be handed to another thread.
  const png = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    png.set(part, at);
    at += part.length;
  }
  return png;
}

function isGrey({ data, width, height, stride }: Pixels): boolean {
  for (let row = 0; row < height; row += 1) {
    const end = row * stride + width * 4;
    for (let at = row * stride; at < end; at += 4) {
      if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false;
    }
  }
  return true;
}

/** Each row begins with the number of its filter, which stays 0. */
function rowsOf({ data, width, height, stride }: Pixels, colorType: typeof GREY | typeof RGB): Uint8Array {
  const samples = colorType === GREY ? 1 : 3;
  const rows = new Uint8Array(height * (1 + width * samples));
  let to = 0;
  for (let row = 0; row < height; row += 1) {
    to += 1;
    const end = row * stride + width * 4;
    for (let from = row * stride; from < end; from += 4) {
      for (let sample = 0; sample < samples; sample += 1) {
        rows[to] = data[from + sample] ?? 0;
        to += 1;
      }
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(data, crc32(head.subarray(4))), 0);
  return [head, data, tail];
}
