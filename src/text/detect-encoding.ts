/**
 * Which encoding a file is in: mark, strict UTF-8, UTF-16 by pattern, what the project declares, a detector's guess
 * that survives a round trip, and at last Latin-1, which keeps every byte.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { findBom, findUtf16Pattern, SNIFF_BYTES } from "./bom.js";
import { type EncodingName, findEncodingName, loadCodec, type TextEncoding, utf8 } from "./codec.js";

export const DETECTION_BYTES = 65_536;
const LONGEST_CHARACTER = 4;
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
  // ASCII in UTF-16 is valid UTF-8 full of NULs; no one means that, so the pattern is asked first where there is one.
  const wide = bytes.subarray(0, SNIFF_BYTES).includes(0) ? findUtf16Pattern(bytes) : undefined;
  if (wide !== undefined) return { name: wide === "utf-16le" ? "UTF-16LE" : "UTF-16BE", bomLength: 0 };
  return isUtf8(bytes) ? utf8 : undefined;
}

/**
 * The encoding of bytes that `findPlainEncoding` could not name. `declared` is the charset that `.editorconfig`
 * gives the file; it is believed only if the bytes really read as that.
 */
export async function detectLegacyEncoding(
  bytes: Uint8Array,
  declared: string | undefined,
): Promise<TextEncoding> {
  const sample = bytes.subarray(0, DETECTION_BYTES);
  const declaredName = declared === undefined ? undefined : findEncodingName(declared);
  if (declaredName !== undefined && (await survivesRoundTrip(sample, declaredName))) {
    return { name: declaredName, bomLength: 0 };
  }
  if (isDamagedUtf8(sample)) return { name: "Latin-1", bomLength: 0 };
  return { name: await guessEncoding(sample), bomLength: 0 };
}

async function guessEncoding(sample: Uint8Array): Promise<EncodingName> {
  const multiByteGuess = await findGuess(keepForeignWords(sample), MULTI_BYTE_CONFIDENCE, sample, (name) =>
    multiByte.has(name),
  );
  if (multiByteGuess !== undefined) return multiByteGuess;
  const singleByteGuess = await findGuess(
    sample,
    SINGLE_BYTE_CONFIDENCE,
    sample,
    (name) => !multiByte.has(name),
  );
  if (singleByteGuess !== undefined) return singleByteGuess;
  // Bytes 0x80-0x9F are curly quotes and dashes in windows-1252 but invisible controls in Latin-1.
  const usesWindowsPunctuation = sample.some((byte) => byte >= 0x80 && byte <= 0x9f);
  const isWindows = usesWindowsPunctuation && (await survivesRoundTrip(sample, "windows-1252"));
  return isWindows ? "windows-1252" : "Latin-1";
}

/** The likeliest encoding of a kind that the detector is sure enough of and that gives the sample back. */
async function findGuess(
  evidence: Uint8Array,
  confidence: number,
  sample: Uint8Array,
  isWanted: (name: EncodingName) => boolean,
): Promise<EncodingName | undefined> {
  const { detectAll } = await import("jschardet");
  for (const guess of detectAll(Buffer.from(evidence))) {
    const name = guess.encoding === null ? undefined : findEncodingName(guess.encoding);
    if (name === undefined || name === "Latin-1" || name.startsWith("UTF-") || !isWanted(name)) continue;
    if (guess.confidence >= confidence && (await survivesRoundTrip(sample, name))) return name;
  }
  return undefined;
}

/**
 * Only the words that hold a byte above ASCII. A few Chinese comments among pages of code drown in the detector's
 * statistics otherwise. No multi-byte encoding uses blanks inside a character, so words can be cut out whole.
 */
function keepForeignWords(sample: Uint8Array): Uint8Array {
  const words = Buffer.from(sample)
    .toString("latin1")
    .split(/[\t\n\r ]+/);
  return Buffer.from(words.filter((word) => /[\x80-\xff]/.test(word)).join("\n"), "latin1");
}

/** Whether decoding and encoding again gives the bytes back. A sample may end inside a character; a whole file may not. */
async function survivesRoundTrip(sample: Uint8Array, name: EncodingName): Promise<boolean> {
  const codec = await loadCodec(name);
  const looseEnd = sample.length < DETECTION_BYTES ? 0 : LONGEST_CHARACTER - 1;
  for (let dropped = 0; dropped <= looseEnd; dropped += 1) {
    const part = sample.subarray(0, sample.length - dropped);
    const text = codec.decode(part);
    const isText = !text.includes("\ufffd") && text.isWellFormed();
    if (isText && Buffer.from(codec.encode(text)).equals(part)) return true;
  }
  return false;
}

/**
 * UTF-8 with a few bad bytes: no other encoding would make its letters right. Nine tenths, because more than half of
 * some GBK text happens to be well-formed UTF-8.
 */
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
  return well * 10 > high * 9;
}
