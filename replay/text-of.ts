/** The text of a content in the encoding that Read found, and only if that text makes the very same bytes again. */
import { Buffer } from "node:buffer";
import iconv from "iconv-lite";

export interface DecodedContent {
  readonly text: string;
  /** Whether a byte order mark stands before the text. */
  readonly hasMark: boolean;
}

const MARK = "\ufeff";

export function findText(bytes: Buffer, encoding: string): DecodedContent | undefined {
  if (!iconv.encodingExists(encoding)) return undefined;
  const decoded = iconv.decode(bytes, encoding, { stripBOM: false });
  if (!Buffer.from(iconv.encode(decoded, encoding, { addBOM: false })).equals(bytes)) return undefined;
  const hasMark = decoded.startsWith(MARK);
  return { text: hasMark ? decoded.slice(MARK.length) : decoded, hasMark };
}
