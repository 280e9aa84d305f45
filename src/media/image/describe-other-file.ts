/** What a file is that was taken for an image and is none, in words that lead on to the right tool. */
import { isUtf8 } from "node:buffer";
import { nameText } from "../../text/name-text.js";
import { findBinaryKind } from "../../text/sniff.js";

export function describeOtherFile(bytes: Uint8Array): string {
  const kind = findBinaryKind(bytes);
  if (kind !== undefined) return `it is no image of a known format (${kind.name})`;
  if (!isUtf8(bytes)) return "it is no image of a known format";
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString("utf8");
  return `it is no image but ${nameText(start)}`;
}
