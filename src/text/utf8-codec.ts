/**
 * UTF-8 without loss: a byte that is not valid UTF-8 becomes the lone surrogate U+DC00 plus the byte, and encodes to that
 * byte again. Valid UTF-8 never decodes to a lone surrogate, so the two can't be confused. Views show it as U+FFFD
 * (`String.toWellFormed`), which takes one unit as well: offsets are the same in both.
 */
import { Buffer, isUtf8 } from "node:buffer";
import { sequenceLength, unfinishedTail } from "./utf8-stream.js";

const ESCAPE = 0xdc00;
const REPLACEMENT = "\ufffd";

export function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  // Only a replacement character tells of bytes that could not be decoded; a file may also contain one.
  return !text.includes(REPLACEMENT) || isUtf8(bytes) ? text : decodeEscaping(bytes);
}

export function encodeUtf8(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, "utf8");
  const parts: Buffer[] = [];
  let done = 0;
  // With the flag, only lone surrogates match: those of a pair are one character.
  for (const { index, 0: escapes } of text.matchAll(/[\udc80-\udcff]+/gu)) {
    parts.push(Buffer.from(text.slice(done, index), "utf8"));
    parts.push(Buffer.from(Array.from(escapes, (escape) => escape.charCodeAt(0) - ESCAPE)));
    done = index + escapes.length;
  }
  parts.push(Buffer.from(text.slice(done), "utf8"));
  return Buffer.concat(parts);
}

/** Decodes a text that comes in parts, which may end inside a character. */
export function createUtf8Decoder(): { write(part: Uint8Array): string } {
  let begun: Uint8Array = new Uint8Array(0);
  return {
    write(part) {
      const bytes = Buffer.concat([begun, part]);
      const end = bytes.length - unfinishedTail(bytes);
      begun = bytes.subarray(end);
      return decodeUtf8(bytes.subarray(0, end));
    },
  };
}

function decodeEscaping(bytes: Buffer): string {
  const pieces: string[] = [];
  let validFrom = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = validLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    pieces.push(bytes.toString("utf8", validFrom, at), String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
    at += 1;
    validFrom = at;
  }
  pieces.push(bytes.toString("utf8", validFrom));
  return pieces.join("");
}

/** Bytes of the valid character that begins at a position; 0 if there is none. */
export function validLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = sequenceLength(lead);
  if (!isSecond(lead, bytes[at + 1] ?? 0)) return 0;
  for (let next = at + 2; next < at + length; next += 1) {
    if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Leaves out overlong forms, surrogates and what lies beyond Unicode. */
function isSecond(lead: number, second: number): boolean {
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  return second >= least && second <= most;
}
