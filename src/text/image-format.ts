/**
 * What kind of image a file is, told by its first bytes alone. Whether it is a sound one is told by decoding it.
 */
import { findBom, findUtf16Pattern } from "./bom.js";

export type ImageFormat =
  | "png"
  | "jpeg"
  | "gif"
  | "webp"
  | "avif"
  | "heic"
  | "tiff"
  | "bmp"
  | "ico"
  | "jxl"
  | "jp2"
  | "psd"
  | "svg";

/** So many bytes from the start are enough to tell, but for an SVG behind a very long comment. */
const IMAGE_HEAD_BYTES = 64 * 1024;

export const imageFormatNames: Readonly<Record<ImageFormat, string>> = {
  png: "PNG",
  jpeg: "JPEG",
  gif: "GIF",
  webp: "WebP",
  avif: "AVIF",
  heic: "HEIC",
  tiff: "TIFF",
  bmp: "BMP",
  ico: "ICO",
  jxl: "JPEG XL",
  jp2: "JPEG 2000",
  psd: "Photoshop",
  svg: "SVG",
};

/** Latin-1 strings, one character per byte. */
const signatures: readonly (readonly [string, Exclude<ImageFormat, "svg">])[] = [
  ["\x89PNG\r\n\x1a\n", "png"],
  ["\xff\xd8\xff", "jpeg"],
  ["GIF87a", "gif"],
  ["GIF89a", "gif"],
  ["II*\0", "tiff"],
  ["MM\0*", "tiff"],
  ["II+\0", "tiff"],
  ["MM\0+", "tiff"],
  ["\xff\x0a", "jxl"],
  ["\0\0\0\x0cJXL \r\n\x87\n", "jxl"],
  ["\0\0\0\x0cjP  \r\n\x87\n", "jp2"],
  ["\xff\x4f\xff\x51", "jp2"],
  ["8BPS\0\x01", "psd"],
  ["8BPS\0\x02", "psd"],
];

export function findImageFormat(head: Uint8Array): ImageFormat | undefined {
  return findPictureFormat(head) ?? (isSvg(head) ? "svg" : undefined);
}

/** What the formats below begin with, as far as that is a letter; most texts begin with another one. */
const FIRST_LETTERS: readonly number[] = Array.from("BGIMR8", (letter) => letter.charCodeAt(0));

/** Formats that are no text. */
export function findPictureFormat(head: Uint8Array): Exclude<ImageFormat, "svg"> | undefined {
  const [first = 0] = head;
  if (first > 0x20 && first < 0x7f && !FIRST_LETTERS.includes(first)) return undefined;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 64)).toString("latin1");
  const signature = signatures.find(([bytes]) => start.startsWith(bytes));
  if (signature !== undefined) return signature[1];
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "webp";
  if (start.startsWith("ftyp", 4)) return findIsoImage(start);
  if (isBitmap(head, start)) return "bmp";
  return isIcon(head) ? "ico" : undefined;
}

/** AVIF and HEIC are one container: the codec is told by the brands. */
function findIsoImage(start: string): "avif" | "heic" | undefined {
  const length = Math.min(start.length, (start.charCodeAt(2) << 8) | start.charCodeAt(3));
  const brands = [start.slice(8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(start.slice(at, at + 4));
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  const heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"];
  return brands.some((brand) => heicBrands.includes(brand)) ? "heic" : undefined;
}

/** Two letters begin many a text, so the length of the second header has to be one that exists. */
function isBitmap(head: Uint8Array, start: string): boolean {
  if (!start.startsWith("BM") || head.length < 18) return false;
  const headerBytes = new DataView(head.buffer, head.byteOffset).getUint32(14, true);
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(headerBytes);
}

/** The zeros that it starts with start other files as well: its first entry must make sense too. */
function isIcon(head: Uint8Array): boolean {
  const [a, b, kind, c, count, many] = head;
  if (a !== 0 || b !== 0 || (kind !== 1 && kind !== 2) || c !== 0) return false;
  if (head.length < 22 || many !== 0 || count === undefined || count === 0) return false;
  const offset = new DataView(head.buffer, head.byteOffset).getUint32(18, true);
  return head[9] === 0 && offset >= 6 + 16 * count && offset < 2 ** 31;
}

/** What may stand before the first element: blanks, declarations, comments, a document type with its own subset. */
const beforeRoot =
  /^(?:\s+|<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE\s[^[>]*(?:\[(?:[^\]"']|"[^"]*"|'[^']*')*\]\s*)?>)/i;

/** A text whose first element is a drawing. */
export function isSvg(head: Uint8Array): boolean {
  if (!beginsWithTag(head)) return false;
  let text = decodeHead(head.subarray(0, IMAGE_HEAD_BYTES));
  for (;;) {
    const length = beforeRoot.exec(text)?.[0].length ?? 0;
    if (length === 0) break;
    text = text.slice(length);
  }
  return /^<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text);
}

/** Asked of every text that is read, so most must be answered by a byte or two. */
function beginsWithTag(head: Uint8Array): boolean {
  for (let index = 0; index < head.length; index += 1) {
    const byte = head[index] ?? 0;
    if (byte === 0x3c) return true;
    // Blanks, and what marks or fills wide characters.
    const isSkipped = byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf || byte >= 0xfe;
    if (!isSkipped) return false;
  }
  return false;
}

function decodeHead(head: Uint8Array): string {
  const bom = findBom(head);
  const encoding = bom?.encoding ?? findUtf16Pattern(head.subarray(0, head.length & ~1)) ?? "utf-8";
  const text = bom === undefined ? head : head.subarray(bom.length);
  if (encoding === "utf-16le" || encoding === "utf-16be") return new TextDecoder(encoding).decode(text);
  return Buffer.from(text.buffer, text.byteOffset, text.length).toString("latin1");
}
