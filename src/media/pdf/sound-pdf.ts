/**
 * Whether a PDF may go out as it is. Programs differ in what they forgive; one that needs no forgiving begins with its
 * header, ends with the place of its table of contents, has it there, and needs no key. Others are written anew first.
 */
const TAIL_BYTES = 1024;

export function isSoundPdf(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer.toString("latin1", 0, 5) !== "%PDF-" || buffer.includes("/Encrypt")) return false;
  const tail = buffer.toString("latin1", Math.max(0, buffer.length - TAIL_BYTES));
  const place = /startxref\s+(\d{1,12})\s+%%EOF\s*$/.exec(tail)?.[1];
  if (place === undefined) return false;
  const table = buffer.toString("latin1", Number(place), Number(place) + 40);
  return /^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(table);
}
