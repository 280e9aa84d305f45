/** PNG: chunks with checksums, from IHDR to IEND. */
import { crc32 } from "node:zlib";
import { findExifOrientation } from "./exif-orientation.js";
import { cutOff, type ImageStructure, latin1, type StructureCheck, viewOf } from "./image-structure.js";

const FIRST_CHUNK = 8;
/** Length, name and checksum. */
const CHUNK_FRAME = 12;
/** Compressed notes can unpack to a thousand times their size. Colour profiles stay far below this. */
const MAX_COMPRESSED_NOTES = 64 * 1024;
/** Bits per sample that each colour type may have. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export function checkPngStructure(bytes: Uint8Array): StructureCheck {
  const view = viewOf(bytes);
  const seen = new Set<string>();
  let structure: ImageStructure | undefined;
  let compressedNotes = 0;
  let at = FIRST_CHUNK;
  for (;;) {
    if (at + CHUNK_FRAME > bytes.length) return cutOff;
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME + length;
    if (end > bytes.length) return cutOff;
    const name = latin1(bytes, at + 4, at + 8);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4))
      return "a checksum in it is wrong";
    const data = bytes.subarray(at + 8, end - 4);
    if (structure === undefined) {
      if (name !== "IHDR") return "it does not begin with its dimensions";
      const header = readHeader(data);
      if (typeof header === "string") return header;
      structure = header;
    }
    seen.add(name);
    if (name === "acTL" && length >= 4 && !seen.has("IDAT")) {
      structure = { ...structure, frames: Math.max(1, viewOf(data).getUint32(0)) };
    }
    if (name === "eXIf") structure = { ...structure, orientation: findExifOrientation(data) };
    if (name === "zTXt" || name === "iTXt" || name === "iCCP") compressedNotes += length;
    at = end;
    if (name === "IEND") break;
  }
  if (!seen.has("IDAT")) return "it holds no pixels";
  if (bytes[25] === 3 && !seen.has("PLTE")) return "its palette is missing";
  const oddity = compressedNotes > MAX_COMPRESSED_NOTES ? "it holds large compressed notes" : undefined;
  return { ...structure, oddity: structure.oddity ?? oddity, end: at };
}

function readHeader(data: Uint8Array): ImageStructure | string {
  if (data.length !== 13) return "its header is damaged";
  const view = viewOf(data);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, colours = 0, compression, filter, interlace = 0] = data.subarray(8);
  if (width === 0 || height === 0) return "its dimensions are zero";
  const isKnown = depths[colours]?.includes(depth) === true && interlace <= 1;
  if (!isKnown || compression !== 0 || filter !== 0) return "its header is damaged";
  return { width, height, frames: 1, orientation: 1, end: 0 };
}
