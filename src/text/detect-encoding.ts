/**
 * Which encoding a file is in: mark, strict UTF-8, UTF-16 by pattern, what the project declares, a detector's guess
 * that survives a round trip, and at last Latin-1, which keeps every byte.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { type EncodingName, findEncodingName, loadCodec, type TextEncoding, utf8 } from "./codec.js";
import { findBom, findUtf16Pattern } from "./sniff.js";

const DETECTION_BYTES = 65_536;
/** Multi-byte encodings have structure that chance rarely meets; single-byte guesses need real evidence. */
const MULTI_BYTE_CONFIDENCE = 0.05;
const SINGLE_BYTE_CONFIDENCE = 0.25;
const multiByte: ReadonlySet<EncodingName> = new Set(["GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR"]);

/** What needs no library and no project file to know: nearly every file there is. */
export function findPlainEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const bom = findBom(bytes);
  if (bom !== undefined) {
    const name = findEncodingName(bom.encoding);
    if (name !== undefined) return { name, bomLength: bom.length };
  }
  if (isUtf8(bytes)) return utf8;
  const wide = findUtf16Pattern(bytes);
  return wide === undefined
    ? undefined
    : { name: wide === "utf-16le" ? "UTF-16LE" : "UTF-16BE", bomLength: 0 };
}

/**
 * The encoding of bytes that `findPlainEncoding` could not name. `declared` is the charset that `.editorconfig`
 * gives the file; it is believed only if the bytes really read as that.
 */
export async function detectLegacyEncoding(
  bytes: Uint8Array,
  declared: string | undefined,
): Promise<TextEncoding> {
  const sample = cutAtLine(bytes);
  const declaredName = declared === undefined ? undefined : findEncodingName(declared);
  if (declaredName !== undefined && (await survivesRoundTrip(sample, declaredName))) {
    return { name: declaredName, bomLength: 0 };
  }
  if (isDamagedUtf8(sample)) return { name: "Latin-1", bomLength: 0 };
  return { name: await guessEncoding(sample), bomLength: 0 };
}

async function guessEncoding(sample: Uint8Array): Promise<EncodingName> {
  const { detectAll } = await import("jschardet");
  for (const guess of detectAll(Buffer.from(sample))) {
    const name = guess.encoding === null ? undefined : findEncodingName(guess.encoding);
    if (name === undefined || name === "Latin-1" || name === "UTF-8") continue;
    const needed = multiByte.has(name) ? MULTI_BYTE_CONFIDENCE : SINGLE_BYTE_CONFIDENCE;
    if (guess.confidence >= needed && (await survivesRoundTrip(sample, name))) return name;
  }
  // Bytes 0x80-0x9F are curly quotes and dashes in windows-1252 but invisible controls in Latin-1.
  const usesWindowsPunctuation = sample.some((byte) => byte >= 0x80 && byte <= 0x9f);
  const isWindows = usesWindowsPunctuation && (await survivesRoundTrip(sample, "windows-1252"));
  return isWindows ? "windows-1252" : "Latin-1";
}

async function survivesRoundTrip(sample: Uint8Array, name: EncodingName): Promise<boolean> {
  const codec = await loadCodec(name);
  const text = codec.decode(sample);
  return !text.includes("\ufffd") && Buffer.from(codec.encode(text)).equals(sample);
}

/** Mostly UTF-8 with a few bad bytes: no other encoding would make its letters right. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  let high = 0;
  let well = 0;
  for (let index = 0; index < sample.length; index += 1) {
    const byte = sample[index] ?? 0;
    if (byte < 0x80) continue;
    high += 1;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    if (length > 0 && isUtf8(sample.subarray(index, index + length))) {
      high += length - 1;
      well += length;
      index += length - 1;
    }
  }
  return well * 2 > high;
}

/** A sample that does not end in the middle of a multi-byte character. */
function cutAtLine(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= DETECTION_BYTES) return bytes;
  const newline = bytes.lastIndexOf(0x0a, DETECTION_BYTES);
  return bytes.subarray(0, newline === -1 ? DETECTION_BYTES : newline + 1);
}
