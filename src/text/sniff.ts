/**
 * What a file is, judged by its first bytes. Names lie (a PNG called .txt); bytes rarely do. Git's rule, a NUL in
 * the first 8 KB, is the base; UTF-16, which is full of NULs, is told apart before it is applied.
 */
import { findBom, findUtf16Pattern, SNIFF_BYTES } from "./bom.js";
import { findPictureFormat, imageFormatNames } from "./image-format.js";

/** What bytes are that can't be read as text. */
export interface BinaryKind {
  /** In words: "PNG image". */
  readonly name: string;
  /** What a reader can be shown of it all the same. */
  readonly shownAs?: "image" | "pdf";
}

export const binaryData: BinaryKind = { name: "binary data" };

/** Undefined when the bytes can be read as text. */
export function findBinaryKind(bytes: Uint8Array): BinaryKind | undefined {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const picture = findPictureFormat(head);
  if (picture !== undefined) return { name: `${imageFormatNames[picture]} image`, shownAs: "image" };
  const strong = findSignature(head, strongSignatures);
  if (strong !== undefined) return strong;
  if (head.includes(0)) {
    const isWideText = findBom(head) !== undefined || findUtf16Pattern(bytes) !== undefined;
    return isWideText ? undefined : (findSignature(head, weakSignatures) ?? binaryData);
  }
  return undefined;
}

/**
 * Compressed or encrypted bytes can miss the NUL. Asked only of bytes that are not UTF-8: no text in a legacy
 * encoding, coloured logs included, holds control codes in every twentieth place.
 */
export function isMostlyControls(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, SNIFF_BYTES);
  let controls = 0;
  for (const byte of head) {
    const isControl = (byte < 0x20 && byte !== 0x1b && (byte < 0x07 || byte > 0x0d)) || byte === 0x7f;
    if (isControl) controls += 1;
  }
  return controls > head.length / 20;
}

interface Signature extends BinaryKind {
  readonly offset?: number;
  readonly bytes: string;
  readonly also?: { readonly offset: number; readonly bytes: string };
}

/** Long or odd enough that no text begins like this. Latin-1 strings, one character per byte. */
const strongSignatures: readonly Signature[] = [
  { name: "WAV audio", bytes: "RIFF", also: { offset: 8, bytes: "WAVE" } },
  { name: "PDF document", shownAs: "pdf", bytes: "%PDF-" },
  { name: "ZIP archive", bytes: "PK\x03\x04" },
  { name: "ZIP archive", bytes: "PK\x05\x06" },
  { name: "gzip data", bytes: "\x1f\x8b\x08" },
  { name: "bzip2 data", bytes: "BZh", also: { offset: 4, bytes: "1AY&SY" } },
  { name: "XZ data", bytes: "\xfd7zXZ\x00" },
  { name: "Zstandard data", bytes: "\x28\xb5\x2f\xfd" },
  { name: "7-Zip archive", bytes: "7z\xbc\xaf\x27\x1c" },
  { name: "RAR archive", bytes: "Rar!\x1a\x07" },
  { name: "ELF executable", bytes: "\x7fELF" },
  { name: "Mach-O executable", bytes: "\xcf\xfa\xed\xfe" },
  { name: "Mach-O executable", bytes: "\xfe\xed\xfa\xcf" },
  { name: "Java class or universal binary", bytes: "\xca\xfe\xba\xbe" },
  { name: "WebAssembly module", bytes: "\0asm" },
  { name: "SQLite database", bytes: "SQLite format 3\0" },
  { name: "FLAC audio", bytes: "fLaC\0" },
  { name: "Ogg media", bytes: "OggS\0" },
  { name: "MP4 media", bytes: "\0", also: { offset: 4, bytes: "ftyp" } },
  { name: "Matroska media", bytes: "\x1aE\xdf\xa3" },
  { name: "OpenType font", bytes: "OTTO\0" },
  { name: "TrueType font", bytes: "\0\x01\0\0\0" },
  { name: "Git pack", bytes: "PACK\0\0\0" },
];

/** Too short to convict on their own; they only name a file that a NUL has already shown to be binary. */
const weakSignatures: readonly Signature[] = [
  { name: "Windows executable", bytes: "MZ" },
  { name: "WOFF font", bytes: "wOFF" },
  { name: "WOFF2 font", bytes: "wOF2" },
  { name: "MP3 audio", bytes: "ID3" },
  { name: "tar archive", offset: 257, bytes: "ustar" },
];

function findSignature(head: Uint8Array, signatures: readonly Signature[]): BinaryKind | undefined {
  const found = signatures.find(
    ({ offset = 0, bytes, also }) =>
      startsWithAt(head, offset, bytes) &&
      (also === undefined || startsWithAt(head, also.offset, also.bytes)),
  );
  if (found === undefined) return undefined;
  const { name, shownAs } = found;
  return shownAs === undefined ? { name } : { name, shownAs };
}

function startsWithAt(bytes: Uint8Array, offset: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[offset + index] !== wanted.charCodeAt(index)) return false;
  }
  return true;
}
