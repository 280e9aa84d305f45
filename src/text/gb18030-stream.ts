/**
 * GB18030 in parts. The library's own decoder loses a four-byte character that comes in three parts, so only whole
 * characters are handed to it.
 */
import { Buffer } from "node:buffer";

export function createGb18030Decoder(decode: (bytes: Buffer) => string): { write(part: Uint8Array): string } {
  let begun: Uint8Array = new Uint8Array(0);
  return {
    write(part) {
      const bytes = Buffer.concat([begun, part]);
      const end = wholeCharacters(bytes);
      begun = bytes.subarray(end);
      return decode(bytes.subarray(0, end));
    },
  };
}

/** How many bytes from the start are whole characters: a lead byte makes two, and four if a digit follows it. */
function wholeCharacters(bytes: Uint8Array): number {
  let end = 0;
  while (end < bytes.length) {
    const lead = bytes[end] ?? 0;
    const second = bytes[end + 1];
    const isLead = lead >= 0x81 && lead <= 0xfe;
    const length = !isLead ? 1 : second !== undefined && second >= 0x30 && second <= 0x39 ? 4 : 2;
    if (end + length > bytes.length) break;
    end += length;
  }
  return end;
}
