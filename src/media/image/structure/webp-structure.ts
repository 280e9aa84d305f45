/** WebP: chunks in a RIFF container. Simple files hold one image chunk; extended ones begin with VP8X and its canvas. */
import type { Size } from "../image-limits.js";
import { findExifOrientation } from "./exif-orientation.js";
import { cutOff, latin1, type StructureCheck, viewOf } from "./image-structure.js";

const FIRST_CHUNK = 12;

export function checkWebpStructure(bytes: Uint8Array): StructureCheck {
  if (bytes.length < FIRST_CHUNK + 8) return cutOff;
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  if (end > bytes.length) return cutOff;
  let canvas: Size | undefined;
  let picture: Size | undefined;
  let orientation = 1;
  let frames = 0;
  let at = FIRST_CHUNK;
  while (at + 8 <= end) {
    const name = latin1(bytes, at, at + 4);
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > end) return "a chunk in it is damaged";
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (name === "VP8X") {
      canvas = readCanvas(data);
      if (canvas === undefined) return "its header is damaged";
    } else if (name === "VP8 " || name === "VP8L") {
      picture ??= name === "VP8L" ? readLossless(data) : readLossy(data);
      if (picture === undefined) return "its pixels are damaged";
    } else if (name === "ANMF") {
      frames += 1;
    } else if (name === "EXIF") {
      // Some programs keep the introduction that a JPEG has.
      orientation = findExifOrientation(latin1(data, 0, 6) === "Exif\0\0" ? data.subarray(6) : data);
    }
    at += 8 + length + (length & 1);
  }
  const size = canvas ?? picture;
  if (size === undefined || (picture === undefined && frames === 0)) return "it holds no pixels";
  const isOneSize = picture?.width === size.width && picture.height === size.height;
  if (frames === 0 && !isOneSize) return "its dimensions contradict each other";
  return { ...size, frames: Math.max(1, frames), orientation, end };
}

function readCanvas(data: Uint8Array): Size | undefined {
  if (data.length < 10) return undefined;
  const view = viewOf(data);
  return { width: 1 + (view.getUint32(3, true) >>> 8), height: 1 + (view.getUint32(6, true) >>> 8) };
}

function readLossless(data: Uint8Array): Size | undefined {
  if (data.length < 6 || data[0] !== 0x2f) return undefined;
  const bits = viewOf(data).getUint32(1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function readLossy(data: Uint8Array): Size | undefined {
  if (data.length < 10 || latin1(data, 3, 6) !== "\x9d\x01\x2a") return undefined;
  const view = viewOf(data);
  // The bits before the start code: not a key frame, version, shown, and the length of the first partition.
  const firstPartition = ((data[0] ?? 0) | ((data[1] ?? 0) << 8) | ((data[2] ?? 0) << 16)) >>> 5;
  if (((data[0] ?? 0) & 1) !== 0 || 10 + firstPartition > data.length) return undefined;
  const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff];
  return width === 0 || height === 0 ? undefined : { width, height };
}
