/**
 * From places in text to places in bytes. Bytes outside the replaced places are never decoded and encoded again, so
 * they can't change, whatever the encoding and however odd the file.
 */
import { Buffer } from "node:buffer";
import type { Codec, TextEncoding } from "./codec.js";
import { encodeText } from "./encode-text.js";
import type { Splice } from "./splice.js";

/** Bytes `start` to `end` give way to `bytes`. */
export interface ByteSplice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

export type ByteSplices =
  | { readonly kind: "splices"; readonly splices: readonly ByteSplice[] }
  /** New text has characters that the file's encoding has not. */
  | { readonly kind: "unencodable"; readonly characters: readonly string[] }
  /** The file has bytes that are not characters, and new text has what views show in their place. */
  | { readonly kind: "undecodable" }
  /** The bytes before or at a place do not come back from their own text, so the place can't be found in bytes. */
  | { readonly kind: "not-lossless" };

export interface EncodedText {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly codec: Codec;
}

/** What views show for a byte, or half of a pair, that is no character. */
const REPLACEMENT = "\ufffd";

/** Encodings in which text of any bytes comes back as those bytes. */
const losslessEncodings: ReadonlySet<string> = new Set(["UTF-8", "UTF-16LE", "UTF-16BE", "Latin-1"]);

export function toByteSplices(file: EncodedText, splices: readonly Splice[]): ByteSplices {
  const { bytes, text, encoding, codec } = file;
  const isLossless = losslessEncodings.has(encoding.name);
  // As many characters as bytes: every character is one byte, and places are the same in both.
  const isOneToOne = isLossless && text.length === bytes.length - encoding.bomLength;
  const isWellFormed = text.isWellFormed();
  // Of UTF-8 without invalid bytes, the length can be had without the bytes.
  const isPlainUtf8 = encoding.name === "UTF-8" && isWellFormed;
  const made: ByteSplice[] = [];
  let textAt = 0;
  let byteAt = encoding.bomLength;
  const advance = (to: number): boolean => {
    if (isOneToOne) {
      byteAt += to - textAt;
    } else if (isPlainUtf8) {
      byteAt += Buffer.byteLength(text.slice(textAt, to), "utf8");
    } else {
      const passed = codec.encode(text.slice(textAt, to));
      const isSame = isLossless || isAt(bytes, byteAt, passed);
      if (!isSame) return false;
      byteAt += passed.length;
    }
    textAt = to;
    return true;
  };
  for (const splice of splices) {
    if (!advance(splice.start)) return { kind: "not-lossless" };
    const start = byteAt;
    if (!advance(splice.end)) return { kind: "not-lossless" };
    if (!isWellFormed && splice.text.includes(REPLACEMENT)) return { kind: "undecodable" };
    const encoded = encodeText(splice.text, encoding.name, codec);
    if (encoded.kind === "unencodable") return encoded;
    made.push({ start, end: byteAt, bytes: encoded.bytes });
  }
  return { kind: "splices", splices: made };
}

export function applyByteSplices(bytes: Uint8Array, splices: readonly ByteSplice[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { start, end, bytes: inserted } of splices) {
    parts.push(bytes.subarray(done, start), inserted);
    done = end;
  }
  parts.push(bytes.subarray(done));
  return Buffer.concat(parts);
}

function isAt(bytes: Uint8Array, position: number, wanted: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(position, position + wanted.length), wanted) === 0;
}
