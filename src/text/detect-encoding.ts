/**
 * Which encoding a file is in: mark, strict UTF-8, UTF-16 by pattern, what the project declares, UTF-8 with a few invalid
 * bytes, a detector's guess that survives a round trip, and at last Latin-1, which keeps every byte. Guesses that lack
 * evidence carry a doubt: good enough to show a file, not to write characters that it does not have yet.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { findBom, findUtf16Pattern, SNIFF_BYTES } from "./bom.js";
import { type EncodingName, findEncodingName, loadCodec, type TextEncoding, utf8 } from "./codec.js";
import { usesIso2022 } from "./iso-2022.js";
import { validLength } from "./utf8-codec.js";

export const DETECTION_BYTES = 65_536;
const LONGEST_CHARACTER = 4;
/** Multi-byte encodings have structure that chance rarely meets: little evidence is enough to show them. */
const MULTI_BYTE_CONFIDENCE = 0.05;
/** What the detector reaches for a few sentences of any language but Western European ones. */
const CERTAIN_CONFIDENCE = 0.25;
const multiByte: ReadonlySet<EncodingName> = new Set(["GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR"]);

/** What needs no library and no project file to know: nearly every file there is. */
export function findPlainEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const bom = findBom(bytes);
  if (bom !== undefined) {
    const name = findEncodingName(bom.encoding);
    if (name !== undefined) return { name, bomLength: bom.length, ...damageOf(name, bytes) };
  }
  // ASCII in UTF-16 is valid UTF-8 full of NULs; no one means that, so the pattern is asked first where there is one.
  const wide = bytes.subarray(0, SNIFF_BYTES).includes(0) ? findUtf16Pattern(bytes) : undefined;
  if (wide !== undefined) return { name: wide === "utf-16le" ? "UTF-16LE" : "UTF-16BE", bomLength: 0 };
  if (!isUtf8(bytes)) return undefined;
  return usesIso2022(bytes) ? { ...utf8, doubt: "ISO-2022" } : utf8;
}

function damageOf(name: EncodingName, bytes: Uint8Array): Pick<TextEncoding, "isDamaged"> {
  return name === "UTF-8" && !isUtf8(bytes) ? { isDamaged: true } : {};
}

/**
 * The encoding of bytes that `findPlainEncoding` could not name. `declared` is the charset that `.editorconfig`
 * gives the file; it is believed only if the bytes really read as that.
 */
export async function detectLegacyEncoding(
  bytes: Uint8Array,
  declared: string | undefined,
): Promise<TextEncoding> {
  const start = bytes.subarray(0, DETECTION_BYTES);
  const declaredName = declared === undefined ? undefined : findEncodingName(declared);
  if (declaredName !== undefined && (await survivesRoundTrip(start, declaredName))) {
    return { name: declaredName, bomLength: 0 };
  }
  if (isDamagedUtf8(bytes)) return { ...utf8, isDamaged: true };
  const { name, confidence } = await guessEncoding(sampleForeign(bytes));
  return { name, bomLength: 0, ...(confidence < CERTAIN_CONFIDENCE ? { doubt: "guessed" } : {}) };
}

/** From the line of the first byte that needs an encoding on: a long ASCII head would tell a detector nothing. */
export function sampleForeign(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= DETECTION_BYTES) return bytes;
  const firstHigh = bytes.findIndex((byte) => byte >= 0x80);
  const lineStart = firstHigh < 0 ? 0 : bytes.lastIndexOf(0x0a, firstHigh) + 1;
  const start = firstHigh - lineStart < DETECTION_BYTES / 2 ? lineStart : firstHigh;
  return bytes.subarray(start, start + DETECTION_BYTES);
}

interface Guess {
  readonly name: EncodingName;
  readonly confidence: number;
}

async function guessEncoding(sample: Uint8Array): Promise<Guess> {
  const multiByteGuess = await findGuess(keepForeignWords(sample), MULTI_BYTE_CONFIDENCE, sample, (name) =>
    multiByte.has(name),
  );
  if (multiByteGuess !== undefined) return multiByteGuess;
  const singleByteGuess = await findGuess(sample, CERTAIN_CONFIDENCE, sample, (name) => !multiByte.has(name));
  if (singleByteGuess !== undefined) return singleByteGuess;
  // Bytes 0x80-0x9F are curly quotes and dashes in windows-1252 but invisible controls in Latin-1.
  const usesWindowsPunctuation = sample.some((byte) => byte >= 0x80 && byte <= 0x9f);
  const isWindows = usesWindowsPunctuation && (await survivesRoundTrip(sample, "windows-1252"));
  return { name: isWindows ? "windows-1252" : "Latin-1", confidence: 0 };
}

/** The likeliest encoding of a kind that the detector is sure enough of and that gives the sample back. */
async function findGuess(
  evidence: Uint8Array,
  confidence: number,
  sample: Uint8Array,
  isWanted: (name: EncodingName) => boolean,
): Promise<Guess | undefined> {
  const { detectAll } = await import("jschardet");
  for (const guess of detectAll(Buffer.from(evidence))) {
    const name = guess.encoding === null ? undefined : findEncodingName(guess.encoding);
    if (name === undefined || name === "Latin-1" || name.startsWith("UTF-") || !isWanted(name)) continue;
    if (guess.confidence >= confidence && (await survivesRoundTrip(sample, name))) {
      return { name, confidence: guess.confidence };
    }
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
 * UTF-8 with a few invalid bytes: no other encoding would make its letters right. Nine tenths of the bytes outside ASCII
 * must be valid, because more than half of some GBK text happens to be. For a single invalid byte two characters are
 * enough: text in other encodings has more bytes that are not valid UTF-8.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let characters = 0;
  let valid = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    if ((bytes[at] ?? 0) < 0x80) {
      at += 1;
      continue;
    }
    const length = validLength(bytes, at);
    if (length === 0) invalid += 1;
    else characters += 1;
    valid += length;
    at += Math.max(1, length);
  }
  return valid > 9 * invalid || (invalid === 1 && characters >= 2);
}
