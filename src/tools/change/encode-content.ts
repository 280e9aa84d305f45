import type { DecodedText } from "../../content/decode-text.js";
import { encodeText } from "../../text/encode-text.js";
import { refuseUndecodable, refuseUnencodable } from "./refuse-unencodable.js";
import { requireCertain } from "./require-certain.js";
import type { ChangeTarget } from "./target.js";

/** The bytes of a whole new content: in the encoding of the text it replaces, behind its mark. */
export function encodeContent(content: string, base: DecodedText, target: ChangeTarget): Uint8Array {
  const { encoding, codec, bytes } = base;
  const text = withoutMark(content, base);
  requireCertain([{ text }], base, target);
  // Where the file has bytes that are shown as U+FFFD, that stands for them in the new content too.
  if (text.includes("\ufffd") && !base.text.isWellFormed()) throw refuseUndecodable(target);
  const encoded = encodeText(text, encoding.name, codec);
  if (encoded.kind === "unencodable") throw refuseUnencodable(encoded.characters, encoding.name, target);
  const mark = bytes.subarray(0, encoding.bomLength);
  return mark.length === 0 ? encoded.bytes : Buffer.concat([mark, encoded.bytes]);
}

/** A file has one mark: where it keeps its own, one that is sent with the content is not a second. */
export function withoutMark(content: string, { encoding }: DecodedText): string {
  return encoding.bomLength > 0 && content.startsWith("\ufeff") ? content.slice(1) : content;
}
