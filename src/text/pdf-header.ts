/** Whether a file says of itself that it is a PDF. */

/** Readers look this far for the header, because mail programs and printers put lines of their own before it. */
const HEADER_BYTES = 1024;

const HEADER: readonly number[] = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-

/** By the first bytes of a file, whatever its name is. */
export function isPdf(head: Uint8Array): boolean {
  const last = Math.min(head.length, HEADER_BYTES) - HEADER.length;
  for (let start = 0; start <= last; start += 1) {
    if (HEADER.every((byte, index) => head[start + index] === byte)) return true;
  }
  return false;
}
