/** How a newline looks in bytes: one byte in most encodings, two or four aligned ones in UTF-16 and UTF-32. */
import type { EncodingName } from "./codec.js";

export interface LineUnit {
  readonly width: 1 | 2 | 4;
  /** Which byte of a unit holds the low eight bits. */
  readonly lowByte: number;
}

export const byteUnit: LineUnit = Object.freeze({ width: 1, lowByte: 0 });
const NEWLINE = 0x0a;

export function lineUnitOf(encoding: EncodingName): LineUnit {
  switch (encoding) {
    case "UTF-16LE":
      return { width: 2, lowByte: 0 };
    case "UTF-16BE":
      return { width: 2, lowByte: 1 };
    case "UTF-32LE":
      return { width: 4, lowByte: 0 };
    case "UTF-32BE":
      return { width: 4, lowByte: 3 };
    default:
      return byteUnit;
  }
}

/** The offset just after the next newline at or after `from`, or -1. `bytes` must begin on a unit. */
export function findNextLine(bytes: Uint8Array, from: number, unit: LineUnit): number {
  if (unit.width === 1) return bytes.indexOf(NEWLINE, from) + 1 || -1;
  for (let low = bytes.indexOf(NEWLINE, from); low !== -1; low = bytes.indexOf(NEWLINE, low + 1)) {
    const start = low - unit.lowByte;
    if (start % unit.width === 0 && isLoneByte(bytes, start, unit)) return start + unit.width;
  }
  return -1;
}

function isLoneByte(bytes: Uint8Array, start: number, unit: LineUnit): boolean {
  for (let index = 0; index < unit.width; index += 1) {
    if (index !== unit.lowByte && bytes[start + index] !== 0) return false;
  }
  return start + unit.width <= bytes.length;
}

/** The offset just after `lines` newlines, or -1 when there are fewer. */
export function skipLines(bytes: Uint8Array, lines: number, unit: LineUnit): number {
  let position = 0;
  for (let count = 0; count < lines; count += 1) {
    position = findNextLine(bytes, position, unit);
    if (position === -1) return -1;
  }
  return position;
}

export function countNewlines(bytes: Uint8Array, unit: LineUnit): number {
  let count = 0;
  for (let position = findNextLine(bytes, 0, unit); position !== -1; count += 1) {
    position = findNextLine(bytes, position, unit);
  }
  return count;
}
