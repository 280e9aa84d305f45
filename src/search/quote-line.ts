/** One line as it is shown: whole, or a long one around its match. Its bytes must still be those that ripgrep printed. */
import { windowAround } from "../text/line-window.js";
import { formatCount } from "../text/quantities.js";
import type { FoundLine } from "./file-lines.js";
import type { OwnPlace } from "./own-place.js";
import type { OwnText } from "./own-text.js";
import { MAX_LINE_BYTES } from "./ripgrep/arguments.js";

/** A line longer than this is shown in part. */
export const MAX_SHOWN_CHARACTERS = 500;
/** Bytes to look at on either side of a match in a long line: more than the window has room for, in any encoding. */
const WINDOW_BYTES = 4 * MAX_SHOWN_CHARACTERS + 8;

export interface Quotation {
  readonly text: string;
  /** Shown from end to end. */
  readonly isWhole: boolean;
}

/** `undefined` if the bytes have changed since. */
export function quoteLine(line: FoundLine, at: OwnPlace, own: OwnText): Promise<Quotation | undefined> {
  return line.text.length > MAX_LINE_BYTES ? quoteLong(line, at, own) : quoteWhole(line, at, own);
}

async function quoteWhole(
  line: FoundLine,
  { start, match }: OwnPlace,
  own: OwnText,
): Promise<Quotation | undefined> {
  const bytes = await own.slice(start, start + line.text.length);
  if (!bytes.equals(line.text)) return undefined;
  const text = await own.decode(bytes);
  if (text.length <= MAX_SHOWN_CHARACTERS) return { text, isWhole: true };
  const before = await own.decode(bytes.subarray(0, match));
  // The match begins in an earlier line if its column is inside a character of this one.
  return text.startsWith(before) ? show(before, text.slice(before.length), match) : show("", text, 0);
}

/**
 * ripgrep printed only the beginning, which must be the same; the match is looked up where it said. It counts a carriage
 * return at the end of the line and does not print it, so the beginning may be one byte short.
 */
async function quoteLong(
  line: FoundLine,
  { start, match }: OwnPlace,
  own: OwnText,
): Promise<Quotation | undefined> {
  const beginning = await own.slice(start, start + MAX_LINE_BYTES - 1);
  if (!beginning.equals(line.text.subarray(0, MAX_LINE_BYTES - 1))) return undefined;
  const from = Math.max(0, match - WINDOW_BYTES);
  const around = await own.slice(start + from, start + match + WINDOW_BYTES);
  const behind = around.subarray(match - from);
  const newline = behind.indexOf(0x0a);
  const rest = newline < 0 ? withoutPartAtEnd(behind) : withoutReturn(behind.subarray(0, newline));
  const head = withoutPartAtStart(around.subarray(0, match - from), from > 0);
  const [text, before] = [await own.decode(Buffer.concat([head, rest])), await own.decode(head)];
  if (!text.startsWith(before)) return quoteLong(line, { start, match: 0 }, own);
  return show(before, text.slice(before.length), match);
}

function show(before: string, behind: string, matchByte: number): Quotation {
  const shown = windowAround(before, behind, MAX_SHOWN_CHARACTERS);
  if (shown === before + behind) return { text: shown, isWhole: true };
  const where = shown.startsWith("…") ? ` [match at byte ${formatCount(matchByte + 1)} of this line]` : "";
  return { text: `${shown}${where}`, isWhole: false };
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}

/** Without the rest of a UTF-8 character whose beginning was cut off. */
function withoutPartAtStart(bytes: Buffer, isCut: boolean): Buffer {
  if (!isCut) return bytes;
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

/** Without the beginning of a UTF-8 character whose rest was cut off. */
function withoutPartAtEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined || byte < 0x80) return bytes;
    if (isContinuation(byte)) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
