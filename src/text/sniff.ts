/**
 * What a file is, judged by its first bytes. Names lie (a PNG called .txt); bytes rarely do. Git's rule, a NUL in
 * the first 8 KB, is the base; UTF-16, which is full of NULs, is told apart before it is applied.
 */
export const SNIFF_BYTES = 8192;

export type Bom = "utf-8" | "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

export function findBom(bytes: Uint8Array): { encoding: Bom; length: number } | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", length: 3 };
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: "utf-32le", length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: "utf-32be", length: 4 };
  if (a === 0xff && b === 0xfe) return { encoding: "utf-16le", length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", length: 2 };
  return undefined;
}

/** UTF-16 without a mark: NULs mostly on one side of the pairs, and pairs that read as text, U+4E00 among them. */
export function findUtf16Pattern(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const length = Math.min(bytes.length, SNIFF_BYTES) & ~1;
  if (length < 4 || bytes.length % 2 !== 0) return undefined;
  let evenNuls = 0;
  let oddNuls = 0;
  for (let index = 0; index < length; index += 2) {
    if (bytes[index] === 0) evenNuls += 1;
    if (bytes[index + 1] === 0) oddNuls += 1;
  }
  const enough = length / 2 / 20;
  if (oddNuls > enough && oddNuls > evenNuls) return readsAsText(bytes, length, 1) ? "utf-16le" : undefined;
  if (evenNuls > enough && evenNuls > oddNuls) return readsAsText(bytes, length, 0) ? "utf-16be" : undefined;
  return undefined;
}

function readsAsText(bytes: Uint8Array, length: number, highByte: 0 | 1): boolean {
  let previousIsHighSurrogate = false;
  for (let index = 0; index < length; index += 2) {
    const unit = ((bytes[index + highByte] ?? 0) << 8) | (bytes[index + (highByte ^ 1)] ?? 0);
    if (unit < 0x20 && unit !== 0x09 && unit !== 0x0a && unit !== 0x0d && unit !== 0x0c) return false;
    if (unit >= 0xfffe) return false;
    const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLowSurrogate !== previousIsHighSurrogate) return false;
    previousIsHighSurrogate = unit >= 0xd800 && unit <= 0xdbff;
  }
  return true;
}

/** The kind of a binary file in words ("PNG image"), or undefined when the bytes can be read as text. */
export function findBinaryKind(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const strong = findSignature(head, strongSignatures);
  if (strong !== undefined) return strong;
  if (head.includes(0)) {
    const isWideText = findBom(head) !== undefined || findUtf16Pattern(bytes) !== undefined;
    return isWideText ? undefined : (findSignature(head, weakSignatures) ?? "binary data");
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

interface Signature {
  readonly kind: string;
  readonly offset?: number;
  readonly bytes: string;
  readonly also?: { readonly offset: number; readonly bytes: string };
}

/** Long or odd enough that no text begins like this. Latin-1 strings, one character per byte. */
const strongSignatures: readonly Signature[] = [
  { kind: "PNG image", bytes: "\x89PNG\r\n\x1a\n" },
  { kind: "JPEG image", bytes: "\xff\xd8\xff" },
  { kind: "GIF image", bytes: "GIF89a" },
  { kind: "GIF image", bytes: "GIF87a" },
  { kind: "WebP image", bytes: "RIFF", also: { offset: 8, bytes: "WEBP" } },
  { kind: "WAV audio", bytes: "RIFF", also: { offset: 8, bytes: "WAVE" } },
  { kind: "TIFF image", bytes: "II*\x00" },
  { kind: "TIFF image", bytes: "MM\x00*" },
  { kind: "PDF document", bytes: "%PDF-" },
  { kind: "ZIP archive", bytes: "PK\x03\x04" },
  { kind: "ZIP archive", bytes: "PK\x05\x06" },
  { kind: "gzip data", bytes: "\x1f\x8b\x08" },
  { kind: "bzip2 data", bytes: "BZh", also: { offset: 4, bytes: "1AY&SY" } },
  { kind: "XZ data", bytes: "\xfd7zXZ\x00" },
  { kind: "Zstandard data", bytes: "\x28\xb5\x2f\xfd" },
  { kind: "7-Zip archive", bytes: "7z\xbc\xaf\x27\x1c" },
  { kind: "RAR archive", bytes: "Rar!\x1a\x07" },
  { kind: "ELF executable", bytes: "\x7fELF" },
  { kind: "Mach-O executable", bytes: "\xcf\xfa\xed\xfe" },
  { kind: "Mach-O executable", bytes: "\xfe\xed\xfa\xcf" },
  { kind: "Java class or universal binary", bytes: "\xca\xfe\xba\xbe" },
  { kind: "WebAssembly module", bytes: "\0asm" },
  { kind: "SQLite database", bytes: "SQLite format 3\0" },
  { kind: "FLAC audio", bytes: "fLaC\0" },
  { kind: "Ogg media", bytes: "OggS\0" },
  { kind: "MP4 media", bytes: "\0", also: { offset: 4, bytes: "ftyp" } },
  { kind: "Matroska media", bytes: "\x1aE\xdf\xa3" },
  { kind: "OpenType font", bytes: "OTTO\0" },
  { kind: "TrueType font", bytes: "\0\x01\0\0\0" },
  { kind: "Git pack", bytes: "PACK\0\0\0" },
];

/** Too short to convict on their own; they only name a file that a NUL has already shown to be binary. */
const weakSignatures: readonly Signature[] = [
  { kind: "Windows executable", bytes: "MZ" },
  { kind: "WOFF font", bytes: "wOFF" },
  { kind: "WOFF2 font", bytes: "wOF2" },
  { kind: "BMP image", bytes: "BM" },
  { kind: "MP3 audio", bytes: "ID3" },
  { kind: "Windows icon", bytes: "\0\0\x01\0" },
  { kind: "tar archive", offset: 257, bytes: "ustar" },
];

function findSignature(head: Uint8Array, signatures: readonly Signature[]): string | undefined {
  return signatures.find(
    ({ offset = 0, bytes, also }) =>
      startsWithAt(head, offset, bytes) &&
      (also === undefined || startsWithAt(head, also.offset, also.bytes)),
  )?.kind;
}

function startsWithAt(bytes: Uint8Array, offset: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[offset + index] !== wanted.charCodeAt(index)) return false;
  }
  return true;
}
