/** Where a search has found something: a path below the searched folder, which need not be text. */
import { isUtf8 } from "node:buffer";
import { isAscii } from "../text/ascii.js";

export interface FoundPath {
  /** Segments joined by `/`. Bytes that are no text stand as `\xE9`, so that different files do not look the same. */
  readonly text: string;
  /** The name itself, where the text is only a picture of it. */
  readonly bytes?: Uint8Array;
}

/** Of raw bytes as ripgrep prints them, with or without a leading `./`. */
export function toFoundPath(raw: Buffer): FoundPath {
  const bytes = raw[0] === 0x2e && raw[1] === 0x2f ? raw.subarray(2) : raw;
  // Latin-1 is the fastest way to text, and the same as UTF-8 for what nearly every path consists of.
  const plain = bytes.toString("latin1");
  if (isAscii(plain)) return { text: plain };
  if (isUtf8(bytes)) return { text: bytes.toString("utf8") };
  return { text: pictureOf(bytes), bytes: Buffer.from(bytes) };
}

/** Valid characters stay; each byte that belongs to none is written out. */
function pictureOf(bytes: Uint8Array): string {
  let picture = "";
  let index = 0;
  while (index < bytes.length) {
    const length = lengthOfCharacter(bytes, index);
    const part = bytes.subarray(index, index + Math.max(1, length));
    picture +=
      length === 0
        ? `\\x${(part[0] ?? 0).toString(16).toUpperCase().padStart(2, "0")}`
        : Buffer.from(part).toString("utf8");
    index += part.length;
  }
  return picture;
}

/** Bytes of the valid UTF-8 character that begins here, or 0. */
function lengthOfCharacter(bytes: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length += 1) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}

/**
 * Folder by folder, name by name, by code points: the order in which ripgrep's `--sort path` walks, so that results
 * gathered out of order and results that came in order agree.
 */
export function comparePaths(a: FoundPath, b: FoundPath): number {
  if (a.bytes !== undefined || b.bytes !== undefined) return compareBytes(bytesOf(a), bytesOf(b));
  const [left, right] = [a.text, b.text];
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index += 1) {
    const x = left.charCodeAt(index);
    const y = right.charCodeAt(index);
    if (x !== y) return rankOf(x) - rankOf(y);
  }
  return left.length - right.length;
}

/** A folder's end comes before anything; surrogates, which stand for the highest characters, after everything. */
function rankOf(unit: number): number {
  if (unit === 0x2f) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function bytesOf(path: FoundPath): Uint8Array {
  return path.bytes ?? Buffer.from(path.text, "utf8");
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const x = a[index] ?? 0;
    const y = b[index] ?? 0;
    if (x !== y) return (x === 0x2f ? -1 : x) - (y === 0x2f ? -1 : y);
  }
  return a.length - b.length;
}
