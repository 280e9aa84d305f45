/** JPEG: segments between markers, and after each SOS coded data up to the next marker that is not part of it. */
import { findExifOrientation } from "./exif-orientation.js";
import { cutOff, latin1, type StructureCheck, viewOf } from "./image-structure.js";

const [EOI, SOS, APP1] = [0xd9, 0xda, 0xe1];
const noDimensions = "its dimensions are missing";

export function checkJpegStructure(bytes: Uint8Array): StructureCheck {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let frame: Frame | undefined;
  let orientation = 1;
  let hasScan = false;
  let at = 2;
  for (;;) {
    // Any number of 0xFF may stand before a marker.
    if (bytes[at] !== 0xff) return at >= bytes.length ? cutOff : "what should be a marker is none";
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    at += 1;
    if (marker === undefined) return cutOff;
    if (marker === EOI) break;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue;
    if (marker < 0xc0) return "what should be a marker is none";
    const length = at + 2 <= bytes.length ? buffer.readUInt16BE(at) : 0;
    if (length < 2 || at + length > bytes.length) return length === 1 ? "a segment in it is damaged" : cutOff;
    const data = bytes.subarray(at + 2, at + length);
    at += length;
    if (isFrame(marker)) {
      frame = readFrame(marker, data);
      if (frame === undefined) return noDimensions;
    } else if (marker === APP1 && latin1(data, 0, 6) === "Exif\0\0") {
      orientation = findExifOrientation(data.subarray(6));
    } else if (marker === SOS) {
      hasScan = true;
      at = findNextMarker(buffer, at);
      if (at < 0) return cutOff;
    }
  }
  if (frame === undefined) return noDimensions;
  if (!hasScan) return "it holds no pixels";
  return { ...frame, frames: 1, orientation, end: at };
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly oddity?: string | undefined;
}

/** SOF0 to SOF15 without the tables that stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function readFrame(marker: number, data: Uint8Array): Frame | undefined {
  if (data.length < 6) return undefined;
  const view = viewOf(data);
  const [height, width] = [view.getUint16(1), view.getUint16(3)];
  if (width === 0 || height === 0) return undefined;
  return { width, height, oddity: findOddity(marker, data[0], data[5]) };
}

function findOddity(marker: number, precision: number | undefined, components: number | undefined) {
  if (components === 4) return "it has CMYK colours";
  if (marker > 0xc2 || precision !== 8 || (components !== 1 && components !== 3)) {
    return "it is coded in a way that few programs know";
  }
  return undefined;
}

/** Within coded data 0xFF is followed by a zero or by one of the restart markers; -1 when the data has no end. */
function findNextMarker(buffer: Buffer, from: number): number {
  for (let at = buffer.indexOf(0xff, from); at >= 0; at = buffer.indexOf(0xff, at + 1)) {
    const next = buffer[at + 1];
    if (next === undefined) return -1;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return -1;
}
