/**
 * From places in text to places in bytes. Bytes outside the replaced places are never decoded and encoded again, so
 * they can't change, whatever the encoding and however odd the file.
 */
import { Buffer } from "node:buffer";
import { asBuffer, type Codec, type TextEncoding } from "./codec.js";
import { encodeText } from "./encode-text.js";
import type { Splice } from "./splice.js";
import { finish, isTurn, type Steps } from "./steps.js";

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

export function* toByteSplicesInSteps(file: EncodedText, splices: readonly Splice[]): Steps<ByteSplices> {
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
  // Many places often get the same text: it is encoded once.
  let last: { readonly text: string; readonly bytes: Uint8Array } | undefined;
  for (const [index, splice] of splices.entries()) {
    if (!advance(splice.start)) return { kind: "not-lossless" };
    const start = byteAt;
    if (!advance(splice.end)) return { kind: "not-lossless" };
    if (last?.text !== splice.text) {
      if (!isWellFormed && splice.text.includes(REPLACEMENT)) return { kind: "undecodable" };
      const encoded = encodeText(splice.text, encoding.name, codec);
      if (encoded.kind === "unencodable") return encoded;
      last = { text: splice.text, bytes: encoded.bytes };
    }
    made.push({ start, end: byteAt, bytes: last.bytes });
    if (isTurn(index)) yield;
  }
  return { kind: "splices", splices: made };
}

export function applyByteSplices(bytes: Uint8Array, splices: readonly ByteSplice[]): Uint8Array {
  return finish(applyByteSplicesInSteps(bytes, splices));
}

export function* applyByteSplicesInSteps(
  bytes: Uint8Array,
  splices: readonly ByteSplice[],
): Steps<Uint8Array> {
  const added = splices.reduce(
    (sum, { start, end, bytes: inserted }) => sum + inserted.length - (end - start),
    0,
  );
  const source = asBuffer(bytes);
  const target = Buffer.allocUnsafe(bytes.length + added);
  let done = 0;
  let at = 0;
  for (const [index, { start, end, bytes: inserted }] of splices.entries()) {
    at += source.copy(target, at, done, start);
    target.set(inserted, at);
    at += inserted.length;
    done = end;
    if (isTurn(index)) yield;
  }
  source.copy(target, at, done);
  return target;
}

/** From so many places on, near ones are joined: each has its record in the history and its step in a copy. */
const MANY_SPLICES = 1000;
/** A record takes more room than the bytes between two places as near as this. */
const NEAR_BYTES = 32;
const MAX_JOINED_BYTES = 65_536;

/** Whether there are so many splices that they should be joined. */
export function areMany(splices: readonly ByteSplice[]): boolean {
  return splices.length >= MANY_SPLICES;
}

/** The same change by fewer splices. `after` is what the splices make of the bytes; it must not change afterwards. */
export function joinNearSplices(splices: readonly ByteSplice[], after: Uint8Array): readonly ByteSplice[] {
  const joined: ByteSplice[] = [];
  /** How much further on the bytes lie in `after`: where a joined splice begins, and where it ends. */
  let [shiftAtStart, shift] = [0, 0];
  let from = splices[0]?.start ?? 0;
  for (const [index, { start, end, bytes }] of splices.entries()) {
    shift += bytes.length - (end - start);
    const next = splices[index + 1];
    const isNear = next !== undefined && next.start - end <= NEAR_BYTES;
    if (isNear && next.end - from <= MAX_JOINED_BYTES) continue;
    joined.push({ start: from, end, bytes: after.subarray(from + shiftAtStart, end + shift) });
    shiftAtStart = shift;
    from = next?.start ?? end;
  }
  return joined;
}

function isAt(bytes: Uint8Array, position: number, wanted: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(position, position + wanted.length), wanted) === 0;
}
