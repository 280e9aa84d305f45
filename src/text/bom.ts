/** How text in wide characters is known: by its byte order mark, or by where its NULs stand. */

/** So many bytes from the start of a file tell what it is. */
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
